import Foundation
import Storage

/// Commands that wait until the writer has all of them, so that it runs them in one group.
final class WrittenTogether: Sendable {
  private let database: Database
  private let isHeld = DispatchSemaphore(value: 0)
  private let mayGoOn = DispatchSemaphore(value: 0)
  private let done = DispatchGroup()

  /// The writer is busy from here until `run`.
  init(on database: Database) {
    self.database = database
    let (isHeld, mayGoOn) = (isHeld, mayGoOn)
    add { _ in
      isHeld.signal()
      mayGoOn.wait()
    }
    isHeld.wait()
  }

  func add(
    user: String = "", cost: Int = 1, _ body: @escaping @Sendable (Transaction) throws -> Void,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }
  ) {
    done.enter()
    database.write(user: user, cost: cost, body) { [done] result in
      completion(result)
      done.leave()
    }
  }

  /// Lets the writer go on, and waits until every command is answered.
  func run() async {
    mayGoOn.signal()
    await withCheckedContinuation { continuation in
      done.notify(queue: .global()) { continuation.resume() }
    }
  }
}

extension Scratch {
  static let references = Migration(
    2, "references",
    [
      .run("CREATE TABLE parents (n BIGINT PRIMARY KEY)"),
      .run("CREATE TABLE children (n BIGINT REFERENCES parents (n) DEFERRABLE INITIALLY DEFERRED)"),
    ])
}

extension Database {
  /// From now on a row of `children` without its parent lets the commit fail, and nothing before it.
  func checkReferences() async throws {
    try await write { transaction in
      // The switch has no effect inside a transaction.
      try transaction.run("COMMIT")
      try transaction.run("PRAGMA foreign_keys = ON")
      try transaction.run("BEGIN IMMEDIATE")
      try transaction.run("SAVEPOINT command")
    }
  }
}
