import Foundation
import Testing

@testable import WaymarkClient

@Suite("InsightsRepository")
struct InsightsRepositoryTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let client: WaymarkClient
  private let repository: InsightsRepository

  init() {
    server = TestServer(time: time)
    server.stubInsights()
    client = server.client(retries: .none)
    repository = InsightsRepository(client: client)
  }

  @Test("Requests insights, timeline, achievements, goals and review from the paths of the API")
  func questions() async throws {
    #expect(try await repository.fetchInsights(for: .week).timeframe == .week)
    #expect(try await repository.fetchInsights().booksRead == 7)
    #expect(try await repository.fetchTimeline().months.count == 3)
    #expect(try await repository.fetchAchievements().value.map(\.id) == ["bookworm", "master-explorer"])
    #expect(try await repository.fetchGoals().value.map(\.target) == [12, 4, 7])
    #expect(try await repository.fetchReview(of: 2026).busiestHour == 8)
    #expect(try await repository.fetchReview(of: CalendarMonth(year: 2026, month: 3)).month == 3)
    #expect(
      server.requests.map { $0.url.path.dropFirst(7) + ($0.url.query.map { "?" + $0 } ?? "") } == [
        "/insights?timeframe=week", "/insights?timeframe=allTime", "/insights/timeline?months=12", "/achievements",
        "/goals", "/review/2026", "/review/2026-03",
      ])
  }

  @Test("The client sends the same requests, bypassing every cache")
  func client() async throws {
    #expect(try await client.journeyInsights(.month).timeframe == .month)
    #expect(try await client.readingTimeline().months.count == 3)
    #expect(try await client.achievements().count == 2)
    #expect(try await client.goals().count == 3)
    #expect(try await client.review(of: 2020).isEmpty)
    #expect(try await client.review(of: CalendarMonth(year: 2026, month: 3)).listening?.plays == 9)
    #expect(server.requests.allSatisfy { $0.headers["Cache-Control"] == "no-cache" })
  }

  @Test("Caches values for five minutes, then revalidates them with their ETag")
  func caches() async throws {
    let first = try await repository.fetchAchievements()
    time.advance(bySeconds: 299)
    #expect(try await repository.fetchAchievements().freshness == .cached)
    #expect(try await repository.fetchInsights(for: .month).freshness == .live)
    time.advance(bySeconds: 1)
    let second = try await repository.fetchAchievements()
    #expect(second.freshness == .live && second.value == first.value)
    #expect(server.requests.last?.headers["If-None-Match"] != nil)
    await repository.invalidateCache()
    #expect(try await repository.fetchAchievements().freshness == .live)
    #expect(server.requests.last?.headers["Cache-Control"] == "no-cache")
  }

  @Test("Setting and clearing a goal makes the insights stale")
  func goals() async throws {
    _ = try await repository.fetchGoals()
    _ = try await repository.fetchInsights()
    try await repository.setGoal(.annualReading, target: 20)
    let put = try #require(server.requests.last)
    #expect(put.method == .put && put.url.path == "/api/v1/goals/annualReading")
    #expect(put.body.map { String(decoding: $0, as: UTF8.self) } == #"{"target":20}"#)
    server.stub("GET goals", InsightBodies.goals(target: 20))
    #expect(try await repository.fetchGoals().value.first?.remaining == 13)
    #expect(try await repository.fetchInsights().freshness == .live)
    try await repository.clearGoal(.annualReading)
    #expect(server.requests.last?.method == .delete)
    #expect(try await repository.fetchGoals().freshness == .live)
  }

  @Test("A write by another service on the same client makes the insights stale")
  func readingElsewhere() async throws {
    _ = try await repository.fetchInsights()
    _ = try await repository.fetchGoals()
    let start = instant("2026-11-20T08:00:00Z")
    let report = ReadingReport(workId: "kindred", startedAt: start, endedAt: start + 600, startPage: 1, endPage: 9)
    server.failNext(.respond(.problem(503)))
    // The write may have succeeded, which is enough.
    await #expect(throws: APIError.self) { try await client.recordReading(report) }
    #expect(try await repository.fetchInsights().freshness == .live)
    #expect(try await repository.fetchGoals().freshness == .live)
  }

  @Test("Reports the fields of a rejected target")
  func rejectedGoal() async {
    server.failNext(
      .respond(.json(422, #"{"status":422,"errors":[{"field":"target","message":"must be 1 or more"}]}"#)))
    let errors = [FieldError(field: "target", message: "must be 1 or more")]
    await #expect(throws: AnalyticsError.request(.validation(errors))) {
      try await repository.setGoal(.annualReading, target: 0)
    }
  }

  @Test("Prefetches common requests concurrently")
  func prefetch() async throws {
    let gate = Gate()
    server.hold(at: gate)
    let repository = repository
    let ahead = Task { await repository.prefetchCommonScenarios() }
    // Four timeframes, timeline, achievements and goals.
    await gate.untilArrived(7)
    gate.open()
    await ahead.value
    #expect(try await repository.fetchInsights(for: .year).freshness == .cached)
    #expect(try await repository.fetchTimeline().freshness == .cached)
    #expect(try await repository.fetchGoals().freshness == .cached)
    #expect(server.requests.count == 7)
  }

  @Test("Repositories that share a directory never mix up their values")
  func offline() async throws {
    let scratch = try ScratchDirectory()
    server.stubRucks()
    let before = InsightsRepository(client: client, lastKnown: scratch.answers)
    let insights = try await before.fetchInsights()
    let review = try await before.fetchReview(of: 2026)
    let journey = try await ReadingJourneyRepository(client: client, lastKnown: scratch.answers).fetchInsights()
    _ = try await AnalyticsRepository(client: client, lastKnown: scratch.answers).fetchTrainingStreak()
    server.setOffline(true)
    let after = InsightsRepository(client: client, lastKnown: scratch.answers)
    let known = try await after.fetchInsights()
    #expect(known.isOffline && known.value == insights.value)
    #expect(try await after.fetchReview(of: 2026).value == review.value)
    let again = try await ReadingJourneyRepository(client: client, lastKnown: scratch.answers).fetchInsights()
    #expect(again.isOffline && again.value == journey.value)
    await #expect(throws: AnalyticsError.noDataAvailable) { try await after.fetchInsights(for: .week) }
    await after.discardEverything()
    await #expect(throws: AnalyticsError.noDataAvailable) { try await after.fetchInsights() }
  }

  @Test("Rejects an invalid number of months without a request", arguments: [0, -1, 121, .max])
  func ranges(count: Int) async {
    await #expect(throws: AnalyticsError.invalidDateRange) {
      try await repository.fetchTimeline(numberOfMonths: count)
    }
    await #expect(throws: AnalyticsError.invalidDateRange) { try await repository.fetchReview(of: 10_000) }
    for (year, month) in [(0, 1), (10_000, 1), (2026, 0), (2026, 13)] {
      await #expect(throws: AnalyticsError.invalidDateRange) {
        try await repository.fetchReview(of: CalendarMonth(year: year, month: month))
      }
    }
    #expect(server.requests.isEmpty)
  }
}
