import Foundation
import PostgresServer
import Storage
import Synchronization
import Testing

@Suite(
  "Server outages", .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct OutageTests {
  @Test("A server stop under load loses no acknowledged write, and writes continue after its return")
  func stopped() async throws {
    let server = try PostgresServer()
    defer { server.end() }
    let database = try Database(DatabaseAddress(server: server.newAddress()), migrations: CounterTable.schema)
    let load = Load(database)
    let lanes = Task { await load.run(lanes: 16) }
    for _ in 0..<3 {
      let before = load.now
      #expect(await load.becomesTrue { $0.count >= before.count + 200 })
      let rejections = load.now.rejections
      try server.stop()
      #expect(await load.becomesTrue { $0.rejections >= rejections + 16 })
      try server.start()
      let counts = load.now.answered.mapValues(\.count)
      #expect(await load.becomesTrue { now in now.answered.allSatisfy { $0.value.count > counts[$0.key] ?? 0 } })
    }
    load.end()
    await lanes.value
    for (user, marks) in load.now.answered {
      let kept = try await CounterTable.marks(database, user)
      #expect(Set(kept).count == kept.count, "nothing is there twice")
      #expect(Set(marks).isSubset(of: Set(kept)), "all that was answered is there")
    }
    database.close()
  }

  @Test("Reopens connections that the server ends, without errors for callers")
  func terminated() async throws {
    let server = try #require(PostgresServer.shared)
    let address = server.newAddress() + "&application_name=terminated"
    let database = try Database(DatabaseAddress(server: address), migrations: CounterTable.schema)
    for n in 1...5 {
      #expect(try await CounterTable.count(database, "ada", "\(n)") == n)
      #expect(try await CounterTable.marks(database, "ada") == (1...n).map { "\($0)" })
      let ended = try server.run(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = 'terminated'")
      #expect(Int(ended) ?? 0 >= 2)
    }
    database.close()
  }

  @Test("Rejects a server without fsync and an unreachable one with the reason")
  func rejected() throws {
    let server = try PostgresServer(["-c", "fsync=off"])
    let address = DatabaseAddress(server: server.newAddress())
    let careless = #expect(throws: DatabaseError.self) { try Database(address, migrations: CounterTable.schema) }
    #expect(careless?.message.contains("fsync") == true)
    server.end()
    let absent = #expect(throws: DatabaseError.self) { try Database(address, migrations: CounterTable.schema) }
    #expect(absent?.code == .unreachable)
    #expect(address.exists && address.yieldsRow("SELECT 1") == nil)
  }

  @Test("Overrides a role's synchronous_commit=off")
  func careless() async throws {
    let server = try PostgresServer(["-c", "synchronous_commit=off"])
    let database = try Database(DatabaseAddress(server: server.newAddress()), migrations: CounterTable.schema)
    let level = try await database.write { transaction in
      try transaction.rows.first("SELECT current_setting('synchronous_commit')") { $0.text(0) }
    }
    #expect(level == "on")
    database.close()
    server.end()
  }
}

/// Users who count continuously, and the results they got.
private final class Load: Sendable {
  struct Answers {
    var answered: [String: [String]] = [:]
    var count = 0
    var rejections = 0
  }

  /// Waits without using the processor time that the server needs.
  private struct Waiter {
    var end: ContinuousClock.Instant
    var condition: @Sendable (Answers) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var answers = Answers()
    var waiter: Waiter?
    var isOver = false
  }

  private let database: Database
  private let state = Mutex(State())

  init(_ database: Database) {
    self.database = database
  }

  var now: Answers { state.withLock { $0.answers } }

  /// Returns whether the condition becomes true within a minute.
  func becomesTrue(_ condition: @escaping @Sendable (Answers) -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(end: .now + .seconds(60), condition: condition, continuation: continuation)
      state.withLock { $0.waiter = waiter }
      note { _ in }
    }
  }

  private func note(_ change: (inout Answers) -> Void) {
    state.withLock { state in
      change(&state.answers)
      guard let waiter = state.waiter else { return }
      let condition = waiter.condition(state.answers)
      guard condition || ContinuousClock.now > waiter.end else { return }
      state.waiter = nil
      waiter.continuation.resume(returning: condition)
    }
  }

  func end() {
    state.withLock { $0.isOver = true }
  }

  func run(lanes: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes { group.addTask { await self.count(as: "user \(lane)") } }
    }
  }

  private func count(as user: String) async {
    var n = 0
    while !state.withLock({ $0.isOver }) {
      n += 1
      do {
        let mark = "\(n)"
        try await CounterTable.count(database, user, mark)
        note {
          $0.answered[user, default: []].append(mark)
          $0.count += 1
        }
      } catch {
        #expect((error as? DatabaseError)?.isTransient == true, "\(error)")
        note { $0.rejections += 1 }
        // Each attempt makes the starting server fork a process.
        poll(nil, 0, 10)
      }
    }
  }
}
