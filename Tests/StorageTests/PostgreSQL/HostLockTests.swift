import Foundation
import PostgresServer
import Testing

@testable import Storage

@Suite(
  "Host lock",
  .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct HostLockTests {
  private let server: PostgresServer

  init() throws {
    server = try #require(PostgresServer.shared)
  }

  /// Holds the exclusive lock of a schema for some seconds, as a move does. The lock is held when this returns, or on a
  /// busy machine was held.
  private func holdExclusively(_ address: String, seconds: Double) throws {
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

  @Test("Waits for a move that is ending and rejects during a running one")
  func ending() async throws {
    let address = server.newAddress()
    func use() async throws {
      let database = try Database(DatabaseAddress(server: address), migrations: CounterTable.schema)
      defer { database.close() }
      _ = try await CounterTable.count(database, "ada")
    }
    // A busy machine may release the lock after the longest wait. Without a wait, no attempt would succeed.
    var hasWaited = false
    for _ in 0..<3 where !hasWaited {
      try holdExclusively(address, seconds: 0.5)
      hasWaited = (try? await use()) != nil
    }
    #expect(hasWaited)
    try await use()
    try holdExclusively(address, seconds: 60)
    let rejection = await #expect(throws: DatabaseError.self) { try await use() }
    #expect(rejection?.code == .moved)
    try server.run(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE query LIKE '%pg_sleep(60%' AND pid <> pg_backend_pid()
      """)
    try await use()
  }
}
