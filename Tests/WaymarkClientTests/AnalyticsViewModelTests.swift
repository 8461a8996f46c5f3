import Foundation
import Observation
import Synchronization
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Analytics view model")
struct AnalyticsViewModelTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let model: AnalyticsViewModel

  init() throws {
    server = TestServer(time: time)
    server.stubRucks()
    scratch = try ScratchDirectory()
    let repository = AnalyticsRepository(client: server.client(retries: .none), lastKnown: scratch.answers)
    model = AnalyticsViewModel(repository: repository)
  }

  @Test("Loads all sections, the figures of the period first")
  func loads() async {
    #expect(model.selectedTimePeriod == .monthly && !model.hasAnalyticsData && model.analyticsData == nil)
    await model.loadAllAnalyticsData()
    #expect(model.analyticsData?.totalDistance == 23_000 && model.hasAnalyticsData)
    #expect(model.personalRecords?.longestDistance?.ruckId == "hill")
    #expect(model.weeklyAnalyticsData?.weeks.count == 2)
    #expect(model.streak.value?.current == 8)
    #expect(model.breakdown.value?.terrain.count == 2)
    #expect(model.errorMessage == nil && !model.isLoading && model.offlineSince == nil)
    #expect(server.paths.first == "/api/v1/rucks/analytics")
    await model.loadAllAnalyticsData()
    #expect(server.requests.count == 5)
  }

  @Test("Each section reports that it is loading")
  func loading() async {
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.loadAllAnalyticsData() }
    await gate.untilArrived(1)
    #expect(model.analytics == .loading && model.records == .idle && model.isLoading)
    gate.open()
    await load.value
    #expect(!model.isLoading)
  }

  @Test("A new period loads its figures and breakdown, and ignores a late response for the old one")
  func periods() async {
    await model.loadAllAnalyticsData()
    let gate = Gate()
    server.hold(at: gate)
    let weekly = Task { await model.changeTimePeriod(to: .weekly) }
    await gate.untilArrived(2)
    #expect(model.selectedTimePeriod == .weekly)
    // The figures of the month must not be shown for the week, not even briefly.
    #expect(model.analytics == .loading && model.breakdown == .loading)
    server.hold(at: nil)
    await model.changeTimePeriod(to: .yearly)
    #expect(model.analyticsData?.timePeriod == .yearly)
    gate.open()
    await weekly.value
    #expect(model.analyticsData?.timePeriod == .yearly && model.breakdown.value != nil)
    #expect(model.personalRecords != nil)
  }

  @Test("A picker can set the period directly")
  func picker() async {
    model.selectedTimePeriod = .allTime
    await model.loadTimePeriod()
    #expect(model.analyticsData?.timePeriod == .allTime)
  }

  @Test("A failure affects one section, has a message, and can be retried or dismissed")
  func failure() async {
    server.failNext(.respond(.problem(500, "away")))
    await model.loadAllAnalyticsData()
    #expect(model.analytics.error == .request(.server(status: 500, detail: "away")))
    #expect(model.personalRecords != nil)
    #expect(model.errorMessage == "The server cannot handle the request right now. Try again in a moment.")
    let before = server.requests.count
    await model.retry()
    #expect(model.hasAnalyticsData && model.error == nil)
    #expect(server.requests.count == before + 1)
    server.failNext(.respond(.problem(401)))
    await model.refreshAnalytics()
    #expect(model.error == .request(.unauthorized) && model.hasAnalyticsData)
    model.dismissError()
    #expect(model.error == nil && model.hasAnalyticsData && !model.isLoading)
  }

  @Test("Shows last known values with their time offline, and an error if there are none")
  func offline() async {
    server.setOffline(true)
    await model.loadAllAnalyticsData()
    #expect(model.analytics == .failed(.noDataAvailable, previous: nil) && model.streak.error == .noDataAvailable)
    model.dismissError()
    #expect(model.analytics == .idle)
    server.setOffline(false)
    await model.loadAllAnalyticsData()
    let loadedAt = time.now
    time.advance(bySeconds: 3_600)
    server.setOffline(true)
    await model.refreshAnalytics()
    #expect(model.hasAnalyticsData && model.error == nil && model.offlineSince == loadedAt)
  }

  @Test("A cancelled load leaves no error, and keeps an earlier one")
  func cancelled() async {
    server.failNext(.respond(.problem(500)))
    await model.loadTimePeriod()
    let failed = model.analytics.error ?? model.breakdown.error
    #expect(failed != nil)
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.refreshAnalytics() }
    await gate.untilArrived(1)
    load.cancel()
    await load.value
    #expect((model.analytics.error ?? model.breakdown.error) == failed && model.records == .idle)
    gate.open()
  }

  @Test("Observation notifies a view of changes")
  func observation() async {
    let changes = Mutex(0)
    withObservationTracking {
      _ = model.hasAnalyticsData
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    await model.loadAllAnalyticsData()
    #expect(changes.withLock { $0 } == 1)
  }
}
