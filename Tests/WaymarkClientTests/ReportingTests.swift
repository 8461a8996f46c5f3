import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Reporting sessions")
struct ReportingTests {
  private let server = TestServer()
  private let scratch: ScratchDirectory
  private let queue: OfflineQueue
  private let repository: ReadingJourneyRepository

  init() throws {
    scratch = try ScratchDirectory()
    queue = try OfflineQueue(file: scratch.queueFile)
    repository = ReadingJourneyRepository(client: server.client(), queue: queue)
    server.addStory("s1", seconds: 100)
  }

  @Test("Report listening session on playback end")
  func reports() async throws {
    let delivery = try await repository.reportSession(report(seconds: 60, completed: true, duration: 55))
    #expect(server.paths == ["/api/v1/analytics/sessions"])
    #expect(delivery.session?.duration == 55)
    #expect(await queue.pending.isEmpty)
  }

  @Test("Session validates duration")
  func capped() async throws {
    let session = try await repository.reportSession(report(seconds: 900)).session
    #expect(session?.duration == 150)
    #expect(session?.capped == true)
    #expect(session?.anomalies == [.durationCapped])
  }

  @Test("Queues a session offline and extends it")
  func offline() async throws {
    server.setOffline(true)
    #expect(try await repository.reportSession(report(seconds: 30, completed: true)) == .queued)
    #expect(try await repository.reportSession(report(seconds: 60)) == .queued)
    server.setOffline(false)
    #expect(try await repository.uploadPending().uploaded == 1)
    #expect(server.sessions.map(\.duration) == [60])
    #expect(server.sessions.map(\.completed) == [true])
  }

  @Test("The next report of a session includes its queued part")
  func merged() async throws {
    server.setOffline(true)
    try await repository.reportSession(report(seconds: 30, completed: true))
    server.setOffline(false)
    let session = try await repository.reportSession(report(seconds: 60)).session
    #expect(session?.completed == true)
    #expect(await queue.pending.isEmpty)
  }

  @Test("A successful report also sends queued sessions")
  func sendsQueued() async throws {
    server.setOffline(true)
    try await repository.reportSession(report(seconds: 30))
    server.setOffline(false)
    let gate = Gate()
    server.hold(at: gate)
    let repository = repository
    let later = Task { try await repository.reportSession(report(from: "2026-11-20T09:30:00Z")) }
    await gate.untilArrived(1)
    gate.open()
    #expect(try await later.value.session != nil)
    await gate.untilArrived(2)
    try await repository.uploadPending()
    #expect(server.sessions.map(\.duration) == [30, 60])
    #expect(await queue.isEmpty)
  }

  @Test("Throws and keeps a rejected session")
  func refused() async throws {
    await #expect(throws: APIError.validation([FieldError(field: "storyId", message: "is not known")])) {
      try await repository.reportSession(report("gone"))
    }
    #expect(await queue.pending.isEmpty)
    #expect(await queue.rejected.map(\.report.storyId) == ["gone"])
  }

  @Test("A queued session survives an expired token")
  func unauthorized() async throws {
    server.allow(token: "other")
    await #expect(throws: APIError.unauthorized) { try await repository.reportSession(report()) }
    #expect(await queue.pending == [report()])
  }

  @Test("Loads new figures after an upload")
  func figures() async throws {
    server.setOffline(true)
    try await repository.reportSession(report())
    server.setOffline(false)
    #expect(try await repository.fetchSummary().totalPlayCount == 0)
    try await repository.uploadPending()
    #expect(try await repository.fetchSummary().totalPlayCount == 1)
  }

  @Test("A week of offline sessions gives the same result in any order and if sent twice", arguments: UInt64(1)...10)
  func anyOrder(seed: UInt64) async throws {
    var numbers = SplitMix(seed: seed)
    let start = instant("2026-11-13T06:00:00Z")
    let week = (0..<60).map { number in
      let begin = start + Double(number % 40) * 9_000
      let seconds = Double(10 + Int.random(in: 0..<90, using: &numbers))
      return SessionReport(
        storyId: "s1", startedAt: begin, endedAt: begin + seconds, completed: number % 3 == 0, duration: seconds / 2)
    }
    let other = TestServer()
    other.addStory("s1", seconds: 100)
    // Parts of one session are in order; different sessions may be in any order.
    for report in week { _ = try await other.client().recordSession(report) }
    server.setOffline(true)
    for report in week { try await repository.reportSession(report) }
    server.setOffline(false)
    try await repository.uploadPending()
    let batch = week.shuffled(using: &numbers)
    _ = try await server.client().recordSessions(batch)
    #expect(server.sessions == other.sessions, "seed \(seed)")
  }
}
