import Foundation
import Testing

@testable import WaymarkClient

@Suite("Last known values")
struct LastKnownTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let scratch: ScratchDirectory

  init() throws {
    server = TestServer(time: time)
    scratch = try ScratchDirectory()
    server.addStory("s1")
  }

  private func repository() -> ReadingJourneyRepository {
    ReadingJourneyRepository(client: server.client(), lastKnown: scratch.answers)
  }

  @Test("Returns last known values with their time offline")
  func offline() async throws {
    let repository = repository()
    let live = try await repository.fetchSummary()
    time.advance(bySeconds: 86_400)
    server.setOffline(true)
    let known = try await repository.fetchSummary()
    #expect(known.freshness == .lastKnown)
    #expect(known.isOffline)
    #expect(known.value == live.value)
    #expect(known.asOf == live.asOf)
    #expect(try await repository.fetchSummary(forceRefresh: true).isOffline)
  }

  @Test("Last known values survive a restart, separately for each request")
  func restart() async throws {
    let before = repository()
    _ = try await before.fetchActivity(range: .month)
    let milestones = try await before.fetchMilestones()
    server.setOffline(true)
    let after = repository()
    #expect(try await after.fetchActivity(range: .month).dataPoints.count == 30)
    #expect(try await after.fetchMilestones().value == milestones.value)
    await #expect(throws: APIError.networkUnavailable) { try await after.fetchActivity(range: .week) }
    await #expect(throws: APIError.networkUnavailable) { try await after.fetchSummary() }
  }

  @Test("A stored value is not fresh after a restart but is revalidated")
  func revalidation() async throws {
    _ = try await repository().fetchSummary()
    let answer = try await repository().fetchSummary()
    #expect(answer.freshness == .live)
    #expect(server.requests.last?.headers["If-None-Match"] != nil)
  }

  @Test("Only an unavailable server counts as offline, a rejection does not", arguments: [503, 401, 403, 500])
  func unavailableServer(status: Int) async throws {
    let repository = ReadingJourneyRepository(client: server.client(retries: .none), lastKnown: scratch.answers)
    _ = try await repository.fetchSummary()
    server.failNext(.respond(.problem(status)))
    if status == 503 {
      #expect(try await repository.fetchSummary(forceRefresh: true).isOffline)
    } else {
      await #expect(throws: APIError.self) { try await repository.fetchSummary(forceRefresh: true) }
    }
  }

  @Test("Ignores a damaged file")
  func damaged() async throws {
    _ = try await repository().fetchSummary()
    let directory = scratch.url.appendingPathComponent("answers")
    for file in try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil) {
      try Data("{\"value\":".utf8).write(to: file)
    }
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await repository().fetchSummary() }
    server.setOffline(false)
    #expect(try await repository().fetchSummary().freshness == .live)
  }

  @Test("Knows nothing after a sign-out")
  func signOut() async throws {
    let repository = repository()
    _ = try await repository.fetchSummary()
    await repository.discardEverything()
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await repository.fetchSummary() }
    await #expect(throws: APIError.networkUnavailable) { try await self.repository().fetchSummary() }
  }

  @Test("Limits the values on disk and in memory")
  func bounded() async throws {
    let repository = repository()
    let to = try #require(CalendarDay("2026-11-20"))
    for number in 0..<(Limits.lastKnownAnswers + 10) {
      let from = CalendarDay(year: 2020 + number / 12, month: 1 + number % 12, day: 1)
      _ = try await repository.fetchActivity(from: from, to: to)
    }
    let directory = scratch.url.appendingPathComponent("answers")
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
    #expect(files.count == Limits.lastKnownAnswers)
  }
}
