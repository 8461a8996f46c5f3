import PostgresServer
import Storage
import Testing

@Suite(
  "PostgreSQL driver",
  .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct PostgreSQLTests {
  @Test("Hosts that start together apply each migration once")
  func togetherMigrated() async throws {
    let server = try #require(PostgresServer.shared)
    let address = server.newAddress()
    let steps = [Scratch.notes, MigrationTests.second]
    try await withThrowingTaskGroup(of: [(Int, String)].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let host = try Database(DatabaseAddress(server: address), migrations: steps, readers: 1)
          defer { host.close() }
          return try await host.read { try $0.schemaSteps() }
        }
      }
      for try await taken in group { #expect(taken.map(\.1) == ["notes", "marks"]) }
    }
  }

  @Test("Fetches a long result in batches while other statements run")
  func longResults() async throws {
    let scratch = try Scratch(.postgreSQL)
    let database = try scratch.open()
    try await database.write { transaction in
      for n in 0..<3_000 { try transaction.note("ada", n, [UInt8](repeating: 7, count: 100)) }
    }
    let query: SQL = "SELECT n FROM notes WHERE user_id = $1 ORDER BY n"
    let (all, few, pairs) = try await database.read { rows in
      var all: [Int] = []
      try rows.each(query, .text("ada")) { row in
        all.append(row.int(0))
        return true
      }
      var few: [Int] = []
      try rows.each(query, .text("ada")) { row in
        few.append(row.int(0))
        let same = try rows.first(
          "SELECT n FROM notes WHERE user_id = $1 AND n = $2", .text("ada"), .integer(few.count)
        ) { $0.int(0) }
        #expect(same == few.count)
        return few.count < 200
      }
      let (left, right) = (try rows.cursor(query, .text("ada")), try rows.cursor(query, .text("ada")))
      var pairs = 0
      while let one = try left.next() {
        #expect(try right.next() == one)
        pairs += 1
      }
      #expect(try left.next() == nil)
      return (all, few, pairs)
    }
    for stop in [1, 128, 129, 2_999, 3_000, 4_000] {
      let count = try await database.read { rows in
        var count = 0
        try rows.each(query, .text("ada")) { _ in
          count += 1
          return count < stop
        }
        #expect(try rows.notes("ada").count == 3_000)
        return count
      }
      #expect(count == min(stop, 3_000))
    }
    #expect(all == Array(0..<3_000) && few == Array(0..<200) && pairs == 3_000)
    database.close()
  }

  @Test("A null character or an unsupported column type fails only its command")
  func mistakes() async throws {
    let scratch = try Scratch(.postgreSQL)
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let null = await #expect(throws: DatabaseError.self) { try await database.write { try $0.note("a\u{0}b", 2) } }
    #expect(null?.code == .misuse)
    let type = await #expect(throws: DatabaseError.self) {
      try await database.read { try $0.first("SELECT SUM(n) FROM notes") { $0.int(0) } }
    }
    #expect(type?.code == .misuse)
    #expect(try await database.read { try $0.notes("ada") } == [1])
    database.close()
  }

  @Test("Sorts texts by their bytes")
  func order() async throws {
    let scratch = try Scratch(.postgreSQL)
    let database = try scratch.open()
    let users = ["Zoe", "ada", "Äbi", "a-b", "aB", "ab", "日本", "é", ""]
    try await database.write { transaction in for user in users { try transaction.note(user, 1) } }
    let found = try await database.read { rows in
      try rows.all("SELECT user_id FROM notes ORDER BY user_id") { $0.text(0) }
    }
    #expect(found == users.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    database.close()
  }

  @Test("Reports schema differences")
  func engineFindings() async throws {
    let scratch = try Scratch(.postgreSQL)
    let migrations = [Scratch.notes, MigrationTests.second]
    let database = try scratch.open(migrations)
    #expect(try await database.read { try $0.engineFindings(migrations) } == [])
    try await database.write { transaction in
      try transaction.run("DROP INDEX by_mark")
      try transaction.run("ALTER TABLE notes ALTER COLUMN n TYPE INTEGER")
    }
    let found = try await database.read { try $0.engineFindings(migrations) }
    #expect(
      found == [
        "the index by_mark differs from this program's schema", "the table notes differs from this program's schema",
      ])
    database.close()
  }
}
