import Foundation
import Testing

@testable import WaymarkClient

@Suite("AnalyticsRepository")
struct AnalyticsRepositoryTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let client: WaymarkClient
  private let repository: AnalyticsRepository
  private let start = instant("2026-11-16T08:00:00Z")

  init() {
    server = TestServer(time: time)
    server.stubRucks()
    client = server.client(retries: .none)
    repository = AnalyticsRepository(client: client)
  }

  private var report: RuckReport {
    RuckReport(id: "hill", startedAt: start, endedAt: start + 6_000, distance: 10_000, loadWeight: 20)
  }

  @Test("Requests periods, records, weeks, streak and breakdown from the paths of the API")
  func questions() async throws {
    #expect(try await repository.fetchAnalyticsData(for: .yearly).timePeriod == .yearly)
    #expect(try await repository.fetchAnalyticsData().totalSessions == 3)
    #expect(try await repository.fetchPersonalRecords().heaviestLoad?.value == 30)
    #expect(try await repository.fetchWeeklyAnalyticsData().weeks.map(\.meetsGoal) == [false, true])
    #expect(try await repository.fetchTrainingStreak().celebration?.weeks == 8)
    #expect(try await repository.fetchBreakdown(for: .allTime).calorieBurnRate == 450)
    #expect(
      server.requests.map { $0.url.path.dropFirst(7) + ($0.url.query.map { "?" + $0 } ?? "") } == [
        "/rucks/analytics?period=yearly", "/rucks/analytics?period=monthly", "/rucks/records",
        "/rucks/weekly?weeks=12", "/rucks/streak", "/rucks/breakdown?period=allTime",
      ])
  }

  @Test("Caches each period for five minutes, then revalidates it with its ETag")
  func caches() async throws {
    _ = try await repository.fetchAnalyticsData(for: .weekly)
    time.advance(bySeconds: 299)
    #expect(try await repository.fetchAnalyticsData(for: .weekly).freshness == .cached)
    #expect(try await repository.fetchAnalyticsData(for: .monthly).freshness == .live)
    time.advance(bySeconds: 1)
    #expect(try await repository.fetchAnalyticsData(for: .weekly).freshness == .live)
    #expect(server.requests.last?.headers["If-None-Match"] != nil)
    #expect(server.requests.last?.headers["Cache-Control"] == nil)
    #expect(try await repository.fetchAnalyticsData(for: .weekly, forceRefresh: true).freshness == .live)
    #expect(server.requests.last?.headers["Cache-Control"] == "no-cache")
  }

  @Test("Recording, changing and deleting a ruck make cached values stale", arguments: ["record", "change", "delete"])
  func writes(kind: String) async throws {
    _ = try await repository.fetchAnalyticsData()
    _ = try await repository.fetchPersonalRecords()
    switch kind {
    case "record": #expect(try await repository.recordRuck(report).weightMoved == 200_000)
    case "change": try await repository.changeRuck("hill", RuckChanges(calories: .set(800)))
    default: try await repository.deleteRuck("hill")
    }
    server.stub("GET rucks/analytics?period=monthly", RuckBodies.analytics(sessions: 4))
    #expect(try await repository.fetchAnalyticsData().totalSessions == 4)
    #expect(server.requests.last?.headers["Cache-Control"] == "no-cache")
    #expect(try await repository.fetchPersonalRecords().freshness == .live)
    #expect(try await repository.fetchPersonalRecords().freshness == .cached)
  }

  @Test("A write whose response was lost makes cached values stale")
  func lostWrite() async throws {
    _ = try await repository.fetchAnalyticsData()
    server.failNext(.responseLost)
    await #expect(throws: AnalyticsError.request(.networkUnavailable)) { try await repository.recordRuck(report) }
    #expect(try await repository.fetchAnalyticsData().freshness == .live)
  }

  @Test("A write by another repository or by the client makes cached values stale")
  func writesElsewhere() async throws {
    let journey = ReadingJourneyRepository(client: client)
    _ = try await journey.fetchActivity(kind: .rucks)
    _ = try await repository.fetchAnalyticsData()
    try await repository.recordRuck(report)
    #expect(try await journey.fetchActivity(kind: .rucks).freshness == .live)
    _ = try await repository.fetchAnalyticsData()
    try await client.deleteRuck("hill")
    #expect(try await repository.fetchAnalyticsData().freshness == .live)
    _ = try await journey.write { client in try await client.saveHero("h1", name: "Ada") }
    #expect(try await repository.fetchAnalyticsData().freshness == .live)
  }

  @Test("Loads new values after the cache is invalidated")
  func invalidation() async throws {
    let journey = ReadingJourneyRepository(client: client)
    _ = try await journey.fetchSummary()
    _ = try await repository.fetchAnalyticsData()
    await repository.invalidateCache()
    #expect(try await repository.fetchAnalyticsData().freshness == .live)
    #expect(try await journey.fetchSummary().freshness == .cached)
  }

  @Test("Prefetches common requests concurrently and ignores their failures")
  func prefetch() async throws {
    let gate = Gate()
    server.hold(at: gate)
    let repository = repository
    let ahead = Task { await repository.prefetchCommonScenarios() }
    // Five periods, records, weeks and streak are all in flight before the first response.
    await gate.untilArrived(8)
    gate.open()
    await ahead.value
    for period in AnalyticsTimePeriod.allCases {
      #expect(try await repository.fetchAnalyticsData(for: period).freshness == .cached)
    }
    #expect(try await repository.fetchWeeklyAnalyticsData().freshness == .cached)
    #expect(try await repository.fetchTrainingStreak().freshness == .cached)
    #expect(server.requests.count == 8)
    server.setOffline(true)
    await AnalyticsRepository(client: client).prefetchCommonScenarios([.weekly])
    server.setOffline(false)
    #expect(try await repository.fetchAnalyticsData(for: .weekly).freshness == .cached)
  }

  @Test("Returns last known values offline, after a restart and from a shared directory")
  func offline() async throws {
    let scratch = try ScratchDirectory()
    let before = AnalyticsRepository(client: client, lastKnown: scratch.answers)
    let figures = try await before.fetchAnalyticsData(for: .weekly)
    _ = try await ReadingJourneyRepository(client: client, lastKnown: scratch.answers).fetchSummary()
    server.setOffline(true)
    let after = AnalyticsRepository(client: client, lastKnown: scratch.answers)
    let known = try await after.fetchAnalyticsData(for: .weekly)
    #expect(known.isOffline && known.value == figures.value)
    #expect(try await ReadingJourneyRepository(client: client, lastKnown: scratch.answers).fetchSummary().isOffline)
    await #expect(throws: AnalyticsError.noDataAvailable) { try await after.fetchAnalyticsData(for: .monthly) }
    await after.discardEverything()
    await #expect(throws: AnalyticsError.noDataAvailable) { try await after.fetchAnalyticsData(for: .weekly) }
  }

  @Test("Rejects an invalid number of weeks without a request", arguments: [0, -1, 261, .max])
  func weeks(count: Int) async {
    await #expect(throws: AnalyticsError.invalidDateRange) {
      try await repository.fetchWeeklyAnalyticsData(numberOfWeeks: count)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Converts each failure to its AnalyticsError")
  func rejections() async throws {
    server.failNext(.respond(.problem(400)))
    await #expect(throws: AnalyticsError.invalidDateRange) {
      try await repository.fetchAnalyticsData(for: AnalyticsTimePeriod(rawValue: "daily"))
    }
    server.failNext(.respond(.problem(401)))
    await #expect(throws: AnalyticsError.request(.unauthorized)) { try await repository.fetchTrainingStreak() }
    server.failNext(.respond(.problem(503)))
    await #expect(throws: AnalyticsError.noDataAvailable) { try await repository.fetchTrainingStreak() }
    server.failNext(.respond(.problem(409, "another ruck has this id")))
    await #expect(throws: AnalyticsError.request(.conflict(detail: "another ruck has this id"))) {
      try await repository.recordRuck(report)
    }
    server.failNext(.respond(.json(200, "{}")))
    await #expect(throws: AnalyticsError.self) { try await repository.fetchTrainingStreak() }
  }

  @Test("Every error has a message for a person")
  func messages() {
    #expect(
      AnalyticsError.invalidDateRange.message == "There are no figures for this date range. Choose another date range.")
    #expect(AnalyticsError.noDataAvailable.isRetryable && !AnalyticsError.invalidDateRange.isRetryable)
    #expect(AnalyticsError.request(.unauthorized).message == "Your sign-in has expired. Sign in again.")
    #expect(AnalyticsError.request(.notFound).localizedDescription == "This no longer exists.")
    #expect(AnalyticsError.request(.server(status: 500, detail: nil)).isRetryable)
  }

  @Test("Lists rucks from the server, bypassing every cache")
  func lists() async throws {
    #expect(try await repository.rucks().items.map(\.id) == ["hill"])
    #expect(try await client.ruck("hill").terrain?.count == 1)
    #expect(server.requests.allSatisfy { $0.headers["Cache-Control"] == "no-cache" })
  }
}
