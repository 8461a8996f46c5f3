import Foundation
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Insights view model")
struct InsightsViewModelTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let model: InsightsViewModel

  init() throws {
    server = TestServer(time: time)
    server.stubInsights()
    scratch = try ScratchDirectory()
    let repository = InsightsRepository(client: server.client(retries: .none), lastKnown: scratch.answers)
    model = InsightsViewModel(repository: repository)
  }

  @Test("Loads all sections, the insights first")
  func loads() async {
    #expect(model.selectedTimeframe == .allTime && !model.hasInsights)
    await model.loadAllInsights()
    #expect(model.insights.value?.booksRead == 7 && model.hasInsights)
    #expect(model.timeline.value?.months.count == 3)
    #expect(model.achievements.value?.count == 2 && model.goals.value?.count == 3)
    #expect(model.errorMessage == nil && !model.isLoading && model.offlineSince == nil)
    #expect(server.paths.first == "/api/v1/insights")
    await model.loadAllInsights()
    #expect(server.requests.count == 4)
  }

  @Test("A new timeframe loads only its insights, and ignores a late response for the old one")
  func timeframes() async {
    await model.loadAllInsights()
    let gate = Gate()
    server.hold(at: gate)
    let week = Task { await model.changeTimeframe(to: .week) }
    await gate.untilArrived(1)
    #expect(model.insights == .loading && model.selectedTimeframe == .week)
    server.hold(at: nil)
    model.selectedTimeframe = .year
    await model.loadTimeframe()
    gate.open()
    await week.value
    #expect(model.insights.value?.timeframe == .year)
    #expect(server.requests.count == 6)
  }

  @Test("Setting a goal updates goals and rings")
  func goals() async throws {
    await model.loadAllInsights()
    server.stub("GET goals", InsightBodies.goals(target: 20))
    server.stub("GET insights?timeframe=allTime", InsightBodies.insights(reading: 35))
    try await model.setGoal(.annualReading, target: 20)
    #expect(model.goals.value?.first?.target == 20 && model.insights.value?.readingProgress == 35)
    // Timeline and achievements do not depend on it.
    #expect(server.requests.count == 4 + 3)
    server.stub("GET goals", InsightBodies.goals())
    try await model.clearGoal(.annualReading)
    #expect(model.goals.value?.first?.target == 12)
  }

  @Test("Throws a rejected goal and changes nothing on the screen")
  func rejectedGoal() async {
    await model.loadAllInsights()
    server.failNext(.respond(.problem(422, "target")))
    await #expect(throws: AnalyticsError.self) { try await model.setGoal(.annualReading, target: 0) }
    #expect(model.error == nil && model.goals.value?.first?.target == 12)
    #expect(server.requests.count == 5)
  }

  @Test("A failure affects one section, and can be retried or dismissed")
  func failure() async {
    server.failNext(.respond(.problem(401)))
    await model.loadAllInsights()
    #expect(model.error == .request(.unauthorized) && model.goals.value != nil)
    #expect(model.errorMessage == "Your sign-in has expired. Sign in again.")
    model.dismissError()
    #expect(model.error == nil && model.insights == .idle)
    server.failNext(.respond(.problem(401)))
    await model.refreshInsights()
    let before = server.requests.count
    await model.retry()
    #expect(model.hasInsights && model.error == nil && server.requests.count == before + 1)
  }

  @Test("Shows last known insights with their time offline")
  func offline() async {
    await model.loadAllInsights()
    let loadedAt = time.now
    time.advance(bySeconds: 3_600)
    server.setOffline(true)
    await model.refreshInsights()
    #expect(model.hasInsights && model.error == nil && model.offlineSince == loadedAt)
  }
}
