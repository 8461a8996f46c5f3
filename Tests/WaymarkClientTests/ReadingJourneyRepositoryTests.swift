import Foundation
import Testing

@testable import WaymarkClient

/// The required scenarios of the repository, with their names.
@Suite("ReadingJourneyRepository")
struct ReadingJourneyRepositoryTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let repository: ReadingJourneyRepository

  init() {
    server = TestServer(time: time)
    server.addStory("s1")
    repository = ReadingJourneyRepository(client: server.client())
  }

  @Test("Repository fetches summary")
  func fetchesSummary() async throws {
    let summary: Answer<AnalyticsSummary> = try await repository.fetchSummary()
    #expect(server.paths == ["/api/v1/analytics/summary"])
    #expect(summary.totalStories == 1)
    #expect(summary.freshness == .live)
  }

  @Test("Repository fetches summary: throws APIError.networkUnavailable if offline")
  func offline() async {
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await repository.fetchSummary() }
  }

  @Test("Repository handles network errors", arguments: ["summary", "activity", "heroes", "milestones", "insights"])
  func networkErrors(kind: String) async {
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await fetch(kind) }
    server.setOffline(false)
    server.failNext(.respond(.problem(401)))
    await #expect(throws: APIError.unauthorized) { try await fetch(kind) }
    server.failNext(.respond(.json(200, "{}")))
    do throws(APIError) {
      try await fetch(kind)
      Issue.record("An answer without members was taken")
    } catch {
      guard case .decoding = error else {
        Issue.record("\(error) is not a decoding error")
        return
      }
    }
  }

  @Test("Repository caches responses")
  func caches() async throws {
    let first = try await repository.fetchSummary()
    time.advance(bySeconds: 299)
    let second = try await repository.fetchSummary()
    #expect(second.freshness == .cached)
    #expect(second.value == first.value)
    #expect(second.asOf == first.asOf)
    #expect(server.requests.count == 1)
    time.advance(bySeconds: 1)
    #expect(try await repository.fetchSummary().freshness == .live)
    #expect(server.requests.count == 2)
  }

  @Test("Repository caches responses: user can force refresh")
  func forceRefresh() async throws {
    _ = try await repository.fetchSummary()
    let second = try await repository.fetchSummary(forceRefresh: true)
    #expect(second.freshness == .live)
    #expect(server.requests.map { $0.headers["Cache-Control"] } == [nil, "no-cache"])
  }

  @Test("Caches every kind and every range separately")
  func kinds() async throws {
    #expect(try await repository.fetchActivity().dataPoints.count == 7)
    #expect(try await repository.fetchActivity(range: .month).dataPoints.count == 30)
    #expect(try await repository.fetchActivity(range: .year).dataPoints.count == 365)
    #expect(try await repository.fetchActivity(range: .week).freshness == .cached)
    #expect(try await repository.fetchMilestones().value.map(\.id).first == "stories-1")
    #expect(try await repository.fetchHeroes().value.isEmpty)
    #expect(try await repository.fetchInsights().mostListenedStory == nil)
    let from = try #require(CalendarDay("2026-11-18"))
    let to = try #require(CalendarDay("2026-11-20"))
    #expect(try await repository.fetchActivity(from: from, to: to, kind: .reading).range == .custom)
    #expect(server.requests.last?.url.query == "from=2026-11-18&to=2026-11-20&kind=reading")
  }

  @Test("Revalidates an unchanged response with 304")
  func notModified() async throws {
    let first = try await repository.fetchSummary()
    time.advance(bySeconds: 600)
    let second = try await repository.fetchSummary()
    #expect(server.requests.last?.headers["If-None-Match"] != nil)
    #expect(second.value == first.value)
    #expect(second.freshness == .live)
    #expect(second.asOf == first.asOf + 600)
  }

  @Test("A write makes the cache stale, and the next read bypasses other caches")
  func readsItsWrites() async throws {
    #expect(try await repository.fetchSummary().totalPlayCount == 0)
    _ = try await repository.fetchMilestones()
    try await repository.reportSession(report())
    let summary = try await repository.fetchSummary()
    #expect(summary.totalPlayCount == 1)
    #expect(server.requests.last?.headers["Cache-Control"] == "no-cache")
    #expect(try await repository.fetchSummary().freshness == .cached)
    #expect(try await repository.fetchMilestones().freshness == .live)
    _ = try await repository.fetchInsights()
    #expect(server.requests.last?.headers["Cache-Control"] == "no-cache")
    time.advance(bySeconds: 400)
    _ = try await repository.fetchSummary()
    #expect(server.requests.last?.headers["Cache-Control"] == nil)
  }

  @Test("A write with an unknown result makes the cache stale")
  func ambiguousWrite() async throws {
    _ = try await repository.fetchSummary()
    server.failNext(.responseLost, .notDelivered(.offline))
    await #expect(throws: APIError.networkUnavailable) { try await repository.reportSession(report()) }
    #expect(try await repository.fetchSummary().totalPlayCount == 1)
  }

  @Test("Runs any write of the client through the repository")
  func otherWrites() async throws {
    _ = try await repository.fetchSummary()
    let draft = StoryDraft(title: "Two", estimatedDuration: 60)
    let story = try await repository.write { client in try await client.saveStory("s2", draft) }
    #expect(story.title == "Two")
    #expect(try await repository.fetchSummary().totalStories == 2)
  }

  @Test("Values do not stay fresh when the clock is set back")
  func clockSetBack() async throws {
    _ = try await repository.fetchSummary()
    time.setWallClock(instant("2020-01-01T00:00:00Z"))
    #expect(try await repository.fetchSummary().freshness == .live)
  }

  private func fetch(_ kind: String) async throws(APIError) {
    switch kind {
    case "activity": _ = try await repository.fetchActivity()
    case "heroes": _ = try await repository.fetchHeroes()
    case "milestones": _ = try await repository.fetchMilestones()
    case "insights": _ = try await repository.fetchInsights()
    default: _ = try await repository.fetchSummary()
    }
  }
}
