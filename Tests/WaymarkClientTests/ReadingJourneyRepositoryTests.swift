import Foundation
import Testing

@testable import WaymarkClient

/// The scenarios that the repository was asked for, each by its name.
@Suite("ReadingJourneyRepository")
struct ReadingJourneyRepositoryTests {
  private let time = ManualTime(flies: true)
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
    server.disturb(.answers(.problem(401)))
    await #expect(throws: APIError.unauthorized) { try await fetch(kind) }
    server.disturb(.answers(.json(200, "{}")))
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

  @Test("Every kind has its own answer, and so has every range")
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

  @Test("An answer that has not changed is not sent again")
  func notModified() async throws {
    let first = try await repository.fetchSummary()
    time.advance(bySeconds: 600)
    let second = try await repository.fetchSummary()
    #expect(server.requests.last?.headers["If-None-Match"] != nil)
    #expect(second.value == first.value)
    #expect(second.freshness == .live)
    #expect(second.asOf == first.asOf + 600)
  }

  @Test("A write drops the cache, and the next read passes every other cache by")
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

  @Test("A write that may have happened drops the cache too")
  func ambiguousWrite() async throws {
    _ = try await repository.fetchSummary()
    server.disturb(.answerLost, .lost(.offline))
    await #expect(throws: APIError.networkUnavailable) { try await repository.reportSession(report()) }
    #expect(try await repository.fetchSummary().totalPlayCount == 1)
  }

  @Test("Any write of the client goes through the repository")
  func otherWrites() async throws {
    _ = try await repository.fetchSummary()
    let draft = StoryDraft(title: "Two", estimatedDuration: 60)
    let story = try await repository.write { client in try await client.saveStory("s2", draft) }
    #expect(story.title == "Two")
    #expect(try await repository.fetchSummary().totalStories == 2)
  }

  @Test("A clock that was set back makes nothing fresh for ever")
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
