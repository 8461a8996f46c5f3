import Foundation
import PostgresServer
import Storage

/// The engines that the tests run on.
enum Engine: CaseIterable {
  case sqlite
  case postgreSQL

  /// The engines that are installed on this machine.
  static let all = allCases.filter { $0 == .sqlite || PostgresServer.shared != nil }
}

/// A temporary location for a database.
final class Scratch: Sendable {
  let directory: URL
  let address: DatabaseAddress

  init(_ engine: Engine = .sqlite) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = DatabaseAddress(file: directory.appending(path: "test.sqlite").path())
    address = engine == .sqlite ? file : PostgresServer.shared.map { .init(server: $0.newAddress()) } ?? file
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
    try Database(address, migrations: migrations)
  }
}

struct Rejected: Error, Equatable {}

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
