import Foundation
import PostgresServer
import Testing

@testable import Storage

@Suite(
  "Hosts and a move of their database",
  .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct HostLockTests {
  private let server: PostgresServer

  init() throws {
    server = try #require(PostgresServer.shared)
  }

  /// A connection that has a schema alone, as a move has it, for so many seconds; it has it when this returns, or has
  /// had it on a busy machine.
  private func holdAlone(_ address: String, seconds: Double) throws {
    let schema = try #require(address.split(separator: "%3D").last)
    let (server, names) = (server, HostLock.names.replacing("current_schema()", with: "'\(schema)'"))
    let hold = Thread {
      _ = try? server.run("SELECT pg_advisory_lock(\(names)), pg_sleep(\(seconds))")
    }
    hold.start()
    let isHeld =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted"
      + " AND objid = hashtext('\(schema)')::bigint & 4294967295"
    let end = ContinuousClock.now + .seconds(60)
    while try server.run(isHeld) != "1", !hold.isFinished { try #require(ContinuousClock.now < end) }
  }

  @Test("A move that is just ending is waited for, and one that goes on is a refusal")
  func ending() async throws {
    let address = server.newAddress()
    func use() async throws {
      let database = try Database(DatabaseAddress(server: address), migrations: Accounts.schema)
      defer { database.close() }
      _ = try await Accounts.count(database, "ada")
    }
    try holdAlone(address, seconds: 0.5)
    try await use()
    try holdAlone(address, seconds: 60)
    let refusal = await #expect(throws: DatabaseError.self) { try await use() }
    #expect(refusal?.code == .moved)
    try server.run(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE query LIKE '%pg_sleep(60%' AND pid <> pg_backend_pid()
      """)
    try await use()
  }
}
