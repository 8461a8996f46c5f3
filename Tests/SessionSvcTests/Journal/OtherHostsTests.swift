import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite(
  "Waiting for events of other hosts", .enabled(if: SessionRig.isOverServer, "requires WAYMARK_TESTS_OVER=postgresql"))
struct OtherHostsTests {
  private typealias Reply = SessionAPI.WaitForChange.Reply

  private let first: SessionRig
  private let second: SessionRig

  init() throws {
    first = try SessionRig()
    second = try SessionRig(sharing: first)
  }

  private func write(_ rig: SessionRig, _ number: Int64 = 0) async throws {
    let report = ListeningTests.report(start: ListeningTests.start + -number * 400)
    _ = try await rig.handlers.recordListening(report, CallerContext(user: "ada"))
  }

  private func until(_ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock().now + .seconds(60)
    while try await !isSo() {
      try #require(ContinuousClock().now < end)
      await Task.yield()
    }
  }

  /// Starts a wait at the second host for events after the current head.
  private func wait(
    _ milliseconds: Int = 60_000
  ) async throws -> (after: Int64, answer: Task<SessionAPI.WaitForChange.Reply, any Error>) {
    let after = try await first.head().seq
    let call = SessionAPI.WaitForChange(after: after, wait: milliseconds)
    let answer = Task { try await second.handlers.waitForChange(call, CallerContext(user: "ada")) }
    try await until { second.handlers.heads.waitCount == 1 }
    return (after, answer)
  }

  @Test("A message ends a wait on the other host and reports the areas")
  func woken() async throws {
    _ = try await first.begin()
    try first.database.listen { _ in }
    try second.database.listen { [handlers = second.handlers] words in handlers.receive(words) {} }
    for number in 0..<5 {
      let (after, answer) = try await wait()
      // A message is lost if the other process does not listen yet, so the first one may be sent again.
      if number == 0 { try await until { try await receivedOnce() } }
      try await write(first, Int64(number))
      #expect(try await answer.value == Reply(seq: after + 1, areas: [.listening]))
    }
  }

  /// Returns whether a message of the first host reached the second, seen by its effect on another user's wait.
  private func receivedOnce() async throws -> Bool {
    let eve = CallerContext(user: "eve")
    let after = try await first.head("eve").seq
    let call = SessionAPI.WaitForChange(after: after, wait: 60_000)
    let answer = Task { try await second.handlers.waitForChange(call, eve) }
    try await until { second.handlers.heads.waitCount == 2 }
    _ = try await first.handlers.saveHero(.init(id: "hero-\(after)", name: "Mia"), eve)
    let end = ContinuousClock().now + .milliseconds(200)
    while second.handlers.heads.waitCount == 2, ContinuousClock().now < end { await Task.yield() }
    let isWoken = second.handlers.heads.waitCount == 1
    second.handlers.hosts?.poll()
    _ = try await answer.value
    return isWoken
  }

  @Test("A message between the read and the wait is not lost")
  func between() async throws {
    _ = try await first.begin()
    let hosts = try #require(second.handlers.hosts)
    hosts.beginWait("ada")
    try await hosts.refresh("ada")
    let after = try await first.head().seq
    try await write(first)
    hosts.receive(["ada"])
    let heads = second.handlers.heads
    let wait = Task { await heads.wait("ada", after: after, endsAt: .max) }
    try await until { heads.head(of: "ada")?.seq == after + 1 }
    #expect(await wait.value == .unseen(seq: after + 1))
    hosts.endWait("ada")
    // Users without a wait are not read.
    try await write(first, 1)
    hosts.receive(["ada"])
    hosts.receive([])
    hosts.poll()
    #expect(heads.head(of: "ada")?.seq == after + 1)
  }

  @Test("Polling finds events without a message")
  func paced() async throws {
    _ = try await first.begin()
    let (after, answer) = try await wait()
    try await write(first)
    try await write(first, 1)
    #expect(second.handlers.heads.waitCount == 1)
    second.handlers.hosts?.poll()
    let reply = try await answer.value
    #expect(reply.seq > after && reply.seq <= after + 2 && reply.areas == [.listening])
  }

  @Test("A call without a wait sees the other host's acknowledged writes")
  func atOnce() async throws {
    let ada = try await first.begin()
    for number in 0..<10 {
      let (writer, reader) = number % 2 == 0 ? (first, second) : (second, first)
      let after = try await reader.head().seq
      try await write(writer, Int64(number))
      let answer = Reply(seq: after + 1, areas: [.listening])
      #expect(try await reader.handlers.waitForChange(.init(after: after), ada) == answer)
      #expect(try await reader.handlers.waitForChange(.init(after: after, wait: 60_000), ada) == answer)
    }
  }

  @Test("Interleaved writes of both hosts are reported with all areas")
  func mixed() async throws {
    let ada = try await first.begin()
    let (after, answer) = try await wait()
    try await write(first)
    _ = try await second.handlers.saveProfile(.init(displayName: .set("Ada")), ada)
    let reply = try await answer.value
    #expect(reply.seq == after + 2)
    #expect(Set(reply.areas).isSuperset(of: [.profile, .listening]))
  }

  @Test("Polls very many waits in turn and answers each")
  func many() async throws {
    let users = (0..<Int64(SessionLimits.headsPerRound) * 2 + 50).map { "user-\($0)" }
    let answers = users.map { user in
      Task { try await second.handlers.waitForChange(.init(after: 0, wait: 60_000), CallerContext(user: user)) }
    }
    try await until { second.handlers.heads.waitCount == users.count }
    for user in [users[0], users[500], users[users.count - 1]] {
      _ = try await first.handlers.saveHero(.init(id: "mia", name: "Mia"), CallerContext(user: user))
    }
    for _ in 0..<3 { second.handlers.hosts?.poll() }
    try await until { second.handlers.heads.waitCount == users.count - 3 }
    second.handlers.heads.stopWaits()
    for answer in answers { _ = await answer.result }
  }
}
