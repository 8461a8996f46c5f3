import Foundation
import Storage

/// A directory that goes when the test is over.
final class Scratch: Sendable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  var path: String { directory.appending(path: "test.sqlite").path() }

  static let notes = Migration(
    1, "notes",
    [
      .createTable(
        Table("notes", [.init("user_id", .text), .init("n", .integer), .init("body", .bytes)], key: ["user_id", "n"]))
    ])

  func open(_ migrations: [Migration] = [Scratch.notes]) throws -> Database {
    try Database(path: path, migrations: migrations)
  }
}

struct Refused: Error, Equatable {}

extension Transaction {
  func note(_ user: String, _ n: Int, _ body: [UInt8] = []) throws {
    try run("INSERT INTO notes (user_id, n, body) VALUES ($1, $2, $3)", .text(user), .integer(n), .bytes(body))
  }
}

extension Rows {
  func notes(_ user: String) throws -> [Int] {
    try all("SELECT n FROM notes WHERE user_id = $1 ORDER BY n", .text(user)) { $0.int(0) }
  }
}
