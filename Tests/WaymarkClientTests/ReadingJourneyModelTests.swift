import Foundation
import Observation
import Synchronization
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Reading journey model")
struct ReadingJourneyModelTests {
  private let time = ManualTime(advancesOnSleep: true)
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let repository: ReadingJourneyRepository
  private let model: ReadingJourneyModel

  init() throws {
    server = TestServer(time: time)
    server.addStory("s1")
    scratch = try ScratchDirectory()
    repository = ReadingJourneyRepository(client: server.client(retries: .none), lastKnown: scratch.answers)
    model = ReadingJourneyModel(repository: repository)
  }

  @Test("ReadingJourneyView fetches from repository")
  func loads() async {
    #expect(model.summary == .idle)
    await model.load()
    #expect(model.summary.value?.totalStories == 1)
    #expect(model.activity.value?.dataPoints.count == 7)
    #expect(model.milestones.value?.count == 9)
    #expect(model.heroes.value?.isEmpty == true)
    #expect(model.insights.value != nil)
    #expect(model.offlineSince == nil)
    #expect(server.paths.first == "/api/v1/analytics/summary")
    await model.load()
    #expect(server.requests.count == 5)
  }

  @Test("ReadingJourneyView displays loading indicator during fetch, the summary before the charts")
  func loading() async {
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.load() }
    await gate.untilArrived(1)
    #expect(model.summary == .loading)
    #expect(model.activity == .idle)
    #expect(server.requests.count == 1)
    gate.open()
    await load.value
    #expect(!model.summary.isBusy)
  }

  @Test("ReadingJourneyView shows ErrorView on failure, and retry loads only what failed")
  func failure() async {
    server.failNext(.respond(.problem(500, "away")))
    await model.load()
    #expect(model.summary.error == .server(status: 500, detail: "away"))
    #expect(model.activity.value != nil)
    let before = server.requests.count
    await model.retry()
    #expect(model.summary.value?.totalStories == 1)
    #expect(server.requests.count == before + 1)
  }

  @Test("Statistics refresh on pull")
  func refresh() async throws {
    await model.load()
    server.addStory("s2")
    await model.load()
    #expect(model.summary.value?.totalStories == 1)
    let gate = Gate()
    server.hold(at: gate)
    let refresh = Task { await model.refresh() }
    await gate.untilArrived(1)
    guard case .refreshing(let shown) = model.summary else {
      Issue.record("\(model.summary) is not refreshing")
      return
    }
    #expect(shown.totalStories == 1)
    gate.open()
    await refresh.value
    #expect(model.summary.value?.totalStories == 2)
    #expect(server.requests.suffix(5).allSatisfy { $0.headers["Cache-Control"] == "no-cache" })
  }

  @Test("Shows last known values with their time offline")
  func offline() async {
    await model.load()
    let loadedAt = time.now
    time.advance(bySeconds: 3600)
    server.setOffline(true)
    await model.refresh()
    #expect(model.summary.value?.totalStories == 1)
    #expect(model.summary.error == nil)
    #expect(model.offlineSince == loadedAt)
    server.setOffline(false)
    await model.refresh()
    #expect(model.offlineSince == nil)
  }

  @Test("Every section fails offline if there are no stored values")
  func offlineFirst() async {
    server.setOffline(true)
    await model.load()
    #expect(model.summary == .failed(.networkUnavailable, previous: nil))
    #expect(model.insights == .failed(.networkUnavailable, previous: nil))
    server.setOffline(false)
    await model.retry()
    #expect(model.summary.value != nil)
    #expect(model.insights.value != nil)
  }

  @Test("A failed refresh keeps the shown values")
  func failedRefresh() async {
    await model.load()
    server.failNext(.respond(.problem(401)))
    await model.refresh()
    #expect(model.summary.error == .unauthorized)
    #expect(model.summary.value?.totalStories == 1)
  }

  @Test("A new range loads its chart, and ignores a late response for the old one")
  func ranges() async {
    await model.load()
    let gate = Gate()
    server.hold(at: gate)
    model.activityChoice.range = .month
    let month = Task { await model.loadActivity() }
    await gate.untilArrived(1)
    #expect(model.activity == .loading)
    server.hold(at: nil)
    model.activityChoice.range = .year
    await model.loadActivity()
    #expect(model.activity.value?.dataPoints.count == 365)
    gate.open()
    await month.value
    #expect(model.activity.value?.dataPoints.count == 365)
  }

  @Test("A cancelled load leaves no error")
  func cancelled() async {
    let gate = Gate()
    server.hold(at: gate)
    let load = Task { await model.load() }
    await gate.untilArrived(1)
    load.cancel()
    await load.value
    #expect(model.summary == .idle)
    #expect(model.activity == .idle)
    gate.open()
    await model.load()
    #expect(model.summary.value != nil)
  }

  @Test("Observation notifies a view of changes")
  func observation() async {
    let changes = Mutex(0)
    withObservationTracking {
      _ = model.summary.isBusy
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    await model.load()
    #expect(changes.withLock { $0 } == 1)
  }
}
