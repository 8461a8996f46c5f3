import API
import Chronology
import Domain
import PostgresServer
import Proto
import Storage
import Testing

@testable import SessionSvc

/// Over Citus, with connections that reject every statement whose plan uses more than one shard of a table.
@Suite(
  "Calls on a distributed database",
  .enabled(if: PostgresServer.hasCitus, "the extension citus is not installed"))
struct OneMachineTests {
  private let address: String
  private let rig: SessionRig

  init() throws {
    let server = try #require(PostgresServer.citus)
    address = server.newAddress()
    // Unrestricted connections create the schema.
    try Database(DatabaseAddress(server: address), migrations: SessionSchema.migrations).close()
    rig = try SessionRig(
      over: DatabaseAddress(server: address + "%20-ccitus.multi_task_query_log_level%3Derror"),
      clock: SetClock(Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)))
  }

  @Test("Commands and reads of a user use only the user's machine")
  func ofUser() async throws {
    let handlers = rig.handlers
    for user in ["ada", "bob", "cleo", "dan"] {
      let caller = try await rig.begin(user)
      let keyed = CallerContext(user: user, key: "k", digest: [1])
      let first = try await handlers.recordListening(ListeningTests.report(), keyed)
      #expect(try await handlers.recordListening(ListeningTests.report(), keyed).value == first.value)
      let reports = (1...3).map { ListeningTests.report(start: ListeningTests.start + -3_600 * Int64($0)) }
      for report in reports { _ = try await handlers.recordListening(report, caller) }
      #expect(try await handlers.listListeningSessions(.init(), caller).decoded().items.count == 4)
      _ = try await handlers.deleteListeningSession(.init(id: first.value.id), caller)

      _ = try await handlers.saveWork(.init(Work(id: "dune", title: "Dune", pageCount: 900)), caller)
      _ = try await handlers.saveEntry(.init(workId: "dune", status: .reading), caller)
      _ = try await handlers.startTimer(.init(workId: "dune"), caller)
      let prompt = try await handlers.stopTimer(.init(endPage: 10), caller).value.prompt
      #expect(prompt != nil)
      #expect(try await handlers.listLibrary(.init(), caller).decoded().items.count == 1)

      let start = rig.clock.now + -7_200
      let ruck = Ruck(id: "walk", startedAt: start, endedAt: start + 3_600, distance: 5, loadWeight: 10)
      _ = try await handlers.recordRuck(.init(ruck), caller)
      #expect(try await handlers.fetchRuck(.init(id: "walk"), caller).id == "walk")
      _ = try await handlers.deleteStory(.init(id: "moon"), caller)
      #expect(try await rig.events(user).count > 10)
    }
  }

  @Test("Reads heads user by user, and a token by its hash")
  func ofMany() async throws {
    for user in ["ada", "bob", "cleo"] { _ = try await rig.begin(user) }
    let users = ["ada", "bob", "cleo", "nobody"]
    let heads = try await rig.handlers.fetchHeads(.init(users: users), CallerContext(user: nil)).heads
    #expect(heads.map(\.seq) == [3, 3, 3, 0])
    // Creating a token checks whether the user is being deleted, which a single shard cannot decide.
    let maker = try Database(DatabaseAddress(server: address), migrations: SessionSchema.migrations)
    let made = try await Tokens(database: maker).create(user: "ada", now: rig.clock.now)
    maker.close()
    let found = try await rig.handlers.verifyToken(.init(hash: Secret.hash(of: made.token)), CallerContext(user: nil))
    #expect(found.user == "ada")
    try await rig.handlers.writeTokenUses()
  }

  @Test("Rejects a query of all machines on this connection")
  func ofAll() async throws {
    _ = try await rig.begin()
    let rejected = await fault { _ = try await rig.handlers.listUsers(.init(), CallerContext(user: nil)) }
    #expect(rejected != nil)
  }
}
