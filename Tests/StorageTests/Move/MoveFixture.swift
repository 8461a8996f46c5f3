import CSQLite
import SeededRandom
import Storage
import Testing

/// A database with tables keyed by user and by hash, and every column type.
struct MoveFixture {
  static let migrations = [
    Migration(
      1, "things",
      [
        .createTable(
          Table(
            "things",
            [
              .init("user_id", .text), .init("n", .integer), .init("amount", .integer), .init("weight", .real),
              .init("note", .text, isOptional: true), .init("body", .bytes),
            ], key: ["user_id", "n"])),
        .createTable(Table("marks", [.init("user_id", .text), .init("mark", .text)], key: ["user_id"])),
        .createTable(Table("hashes", [.init("hash", .bytes), .init("user_id", .text)], key: ["hash"])),
      ]),
    Migration(2, "more", [.addColumns([.init("more", .real, isOptional: true)], to: "things")]),
  ]

  let scratch: Scratch

  init(_ engine: Engine) throws { scratch = try Scratch(engine) }

  func open() throws -> Database { try scratch.open(Self.migrations) }

  var rejection: String? { scratch.address.moveRejection }

  func unlock() throws -> Bool { try DatabaseMove.unlock(scratch.address, migrations: Self.migrations) }

  func move(to other: MoveFixture, _ check: RecordingCheck = RecordingCheck()) throws -> MoveReport {
    var moved = 0
    let move = try DatabaseMove(
      from: scratch.address, to: other.scratch.address, migrations: Self.migrations, check: check
    ) { moved += $0 }
    let total = try move.rowCount()
    let report = try move.run(at: "2026-11-23")
    #expect(report.wasDone || moved == total && report.rows == total)
    return report
  }

  private static let texts = ["", "é", "e\u{301}", "naïve ☃", "it's", "line\nline", "\u{FFFD}", "'; --"]

  /// Inserts users in random order, with rows numbered from 1.
  func fill(
    users: Int, named prefix: String = "u", rowsOfUser: ClosedRange<Int> = 0...30, _ random: inout SplitMix
  ) async throws {
    let database = try open()
    for user in (0..<users).map({ "\(prefix)-\($0)" }).shuffled(using: &random) {
      let rows = (1...max(1, Int.random(in: rowsOfUser, using: &random))).map { n -> [Value] in
        [
          .text(user), .integer(n), .integer(Int64.random(in: .min ... .max, using: &random)),
          .real(Double.random(in: -1e9...1e9, using: &random)),
          .optional(Bool.random(using: &random) ? Self.texts.randomElement(using: &random) : nil),
          .bytes((0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) }),
          .optional(Bool.random(using: &random) ? 1 / Double(Int.random(in: 1...9, using: &random)) : nil),
        ]
      }
      let hash = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      let isMarked = Bool.random(using: &random)
      try await database.write(user: user) { transaction in
        for row in rows {
          try transaction.run(
            """
            INSERT INTO things (user_id, n, amount, weight, note, body, more) VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, row[0], row[1], row[2], row[3], row[4], row[5], row[6])
        }
        try transaction.run("INSERT INTO hashes (hash, user_id) VALUES ($1, $2)", .bytes(hash), .text(user))
        if isMarked { try transaction.run("INSERT INTO marks (user_id, mark) VALUES ($1, 'x')", .text(user)) }
      }
    }
    database.close()
  }

  /// Returns all rows, even if the database is locked by a move.
  func rows() async throws -> [[Value]] {
    let wasLocked = rejection != nil
    if wasLocked { return try await read(try Database(inspecting: scratch.address, migrations: Self.migrations)) }
    return try await read(try open())
  }

  private func read(_ database: Database) async throws -> [[Value]] {
    defer { database.close() }
    return try await database.read { rows in
      var found: [[Value]] = []
      let queries: [SQL] = [
        "SELECT * FROM things ORDER BY user_id, n", "SELECT * FROM marks ORDER BY user_id",
        "SELECT * FROM hashes ORDER BY hash",
      ]
      for query in queries {
        let cursor = try rows.cursor(query)
        // Compare bytes, because equal characters may have different bytes.
        while let row = try cursor.next() {
          found.append(row.map { if case .text(let text) = $0 { .bytes([UInt8](text.utf8)) } else { $0 } })
        }
      }
      return found
    }
  }

  func engineFindings() async throws -> [String] {
    let database = try Database(inspecting: scratch.address, migrations: Self.migrations)
    defer { database.close() }
    return try await database.read { try $0.engineFindings(Self.migrations) }
  }

  func makeForeign() async throws {
    if scratch.address.file != nil { return try edit("CREATE TABLE users (id TEXT)") }
    let other = Migration(1, "other", [.createTable(Table("users", [.init("id", .text)], key: ["id"]))])
    let database = try Database(scratch.address, migrations: [other])
    try await database.write { try $0.run("DROP TABLE schema_steps") }
    database.close()
  }

  func takeLaterStep() async throws {
    let later = Migration(3, "later", [.createTable(Table("later", [.init("id", .text)], key: ["id"]))])
    try scratch.open(Self.migrations + [later]).close()
  }

  /// Changes the file with another program.
  func edit(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    #expect(sqlite3_open(scratch.path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }
}

/// Records the moved users and can interrupt a move.
final class RecordingCheck: MoveCheck {
  struct Cut: Error {}

  private let limit: Int
  private let begun: () -> Void
  private(set) var users: [String] = []
  private var arriving: Set<String> = []

  init(cutAfter limit: Int = .max, begun: @escaping () -> Void = {}) {
    self.limit = limit
    self.begun = begun
  }

  func source(_ rows: Rows) {}

  func source(user: String, _ rows: Rows) throws {
    if users.isEmpty { begun() }
    guard users.count < limit else { throw Cut() }
    users.append(user)
  }

  func arrived(_ row: [Value], of table: String, user: String) {
    #expect(users.contains(user) && ["things", "marks"].contains(table))
  }

  func arrived(user: String) { #expect(arriving.insert(user).inserted) }
}
