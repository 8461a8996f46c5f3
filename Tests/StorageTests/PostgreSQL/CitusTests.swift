import PostgresServer
import Storage
import Testing

@Suite(
  "Distributed tables", .enabled(if: PostgresServer.hasCitus, "the extension citus is not installed"))
struct CitusTests {
  private let server: PostgresServer

  init() throws {
    server = try #require(PostgresServer.citus)
  }

  private static let marks = Migration(
    2, "marks", [.createTable(Table("marks", [.init("hash", .bytes), .init("user_id", .text)], key: ["hash"]))])

  private func distribute(of address: String) throws -> String {
    let schema = try #require(address.split(separator: "D").last)
    return try server.run(
      """
      SELECT string_agg(c.relname || ' ' || COALESCE(column_to_column_name(p.logicalrelid, p.partkey), '-'), ', '
        ORDER BY c.relname)
      FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace::regnamespace::text = '\(schema)'
      """)
  }

  @Test("Distributes tables by their first key column, including later ones")
  func steps() async throws {
    let address = server.newAddress()
    let first = try Database(DatabaseAddress(server: address), migrations: [Scratch.notes])
    #expect(try distribute(of: address) == "notes user_id, schema_steps -")
    try await first.write { try $0.note("ada", 1) }
    first.close()
    let second = try Database(DatabaseAddress(server: address), migrations: [Scratch.notes, Self.marks])
    #expect(try distribute(of: address) == "marks hash, notes user_id, schema_steps -")
    #expect(try await second.read { try $0.notes("ada") } == [1])
    #expect(try await second.read { try $0.engineFindings([Scratch.notes, Self.marks]) } == [])
    second.close()
  }

  @Test("Distributes existing data when Citus is installed later")
  func later() async throws {
    try server.run("CREATE DATABASE later")
    let address = DatabaseAddress(server: "postgresql://waymark@/later?host=\(server.folder)")
    let before = try Database(address, migrations: [Scratch.notes])
    try await before.write { transaction in for n in 0..<50 { try transaction.note("user \(n % 7)", n) } }
    before.close()
    for order in [
      "CREATE EXTENSION citus", "SELECT citus_set_coordinator_host('\(server.folder)', 5432)",
      "SELECT citus_set_node_property('\(server.folder)', 5432, 'shouldhaveshards', true)",
    ] {
      try server.run(order, in: "later")
    }
    let after = try Database(address, migrations: [Scratch.notes])
    #expect(try server.run("SELECT count(*) FROM pg_dist_partition", in: "later") == "2")
    #expect(try server.run("SELECT pg_relation_size('notes')", in: "later") == "0")
    let kept = try await after.read { rows in
      try rows.all("SELECT n FROM notes ORDER BY n") { $0.int(0) }
    }
    #expect(kept == Array(0..<50))
    after.close()
  }

  @Test("Runs each command of a group once and rolls back only a failed one")
  func groups() async throws {
    let database = try Database(DatabaseAddress(server: server.newAddress()), migrations: CounterTable.schema)
    let users = (0..<60).map { "user \($0)" }
    for round in 1...3 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for user in users {
          group.addTask {
            try await CounterTable.count(database, user, "\(round)")
            try? await database.write(user: user) { transaction in
              try transaction.run("INSERT INTO accounts (user_id, n) VALUES ($1, 0)", .text(user))
            }
          }
        }
        try await group.waitForAll()
      }
    }
    for user in users { #expect(try await CounterTable.marks(database, user) == ["1", "2", "3"]) }
    database.close()
  }
}
