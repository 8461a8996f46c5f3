import PostgresServer
import Storage

/// A table in which two hosts count, with a journal row per count.
enum CounterTable {
  static let schema = [
    Migration(
      1, "accounts",
      [
        .createTable(Table("accounts", [.init("user_id", .text), .init("n", .integer)], key: ["user_id"])),
        .createTable(
          Table(
            "entries", [.init("user_id", .text), .init("n", .integer), .init("mark", .text)], key: ["user_id", "n"])),
      ])
  ]

  static func query(_ user: String) -> Query {
    Query("SELECT n FROM accounts WHERE user_id = $1", .text(user), isLocking: true)
  }

  static func entry(_ user: String, _ n: Int, _ mark: String) -> Query {
    Query(
      "SELECT 1 FROM entries WHERE user_id = $1 AND n = $2 AND mark = $3", .text(user), .integer(n), .text(mark))
  }

  /// Reads the count and writes the next one, which is wrong if two hosts do it concurrently.
  @discardableResult
  static func count(
    _ database: Database, _ user: String, _ mark: String = "", hasProof: Bool = true
  ) async throws -> Int {
    try await database.write(user: user, queries: [query(user)]) { transaction in
      let found = try transaction.rows.first(query(user)) { $0.int(0) }
      let next = (found ?? 0) + 1
      if found == nil {
        try transaction.run("INSERT INTO accounts (user_id, n) VALUES ($1, $2)", .text(user), .integer(next))
      } else {
        try transaction.run("UPDATE accounts SET n = $2 WHERE user_id = $1", .text(user), .integer(next))
      }
      try transaction.run(
        "INSERT INTO entries (user_id, n, mark) VALUES ($1, $2, $3)", .text(user), .integer(next), .text(mark))
      if hasProof { transaction.setCommitProof(entry(user, next, mark)) }
      return next
    }
  }

  static func marks(_ database: Database, _ user: String) async throws -> [String] {
    try await database.read { rows in
      try rows.all("SELECT mark FROM entries WHERE user_id = $1 ORDER BY n", .text(user)) { $0.text(0) }
    }
  }
}
