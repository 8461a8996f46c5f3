import Foundation
import Storage

/// Holds the writer until all commands are queued, so that they run in one group.
final class HeldGroup: Sendable {
  private let database: Database
  private let isHeld = DispatchSemaphore(value: 0)
  private let mayContinue = DispatchSemaphore(value: 0)
  private let done = DispatchGroup()

  /// Blocks the writer until `run`.
  init(on database: Database) {
    self.database = database
    let (isHeld, mayContinue) = (isHeld, mayContinue)
    add { _ in
      isHeld.signal()
      mayContinue.wait()
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

  /// Releases the writer and waits until every command has completed.
  func run() async {
    mayContinue.signal()
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
  /// From now on, a row of `children` without a parent makes the commit fail.
  func checkReferences() async throws {
    try await write { transaction in
      // The pragma has no effect inside a transaction.
      try transaction.run("COMMIT")
      try transaction.run("PRAGMA foreign_keys = ON")
      try transaction.run("BEGIN IMMEDIATE")
      try transaction.run("SAVEPOINT command")
    }
  }
}
