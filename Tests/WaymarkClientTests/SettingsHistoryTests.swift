import Foundation
import Testing

@testable import WaymarkClient

@Suite("Settings over time")
struct SettingsHistoryTests {
  private let server: ScriptedServer

  init() {
    server = ScriptedServer { request in
      switch ScriptedServer.call(request) {
      case "PUT profile": .json(200, SettingsBodies.profile())
      case "PUT goals/annualReading": .json(200, "{}")
      case "GET goals" where request.url.query == "year=2025": .json(200, SettingsBodies.goalsOfYear)
      default: .problem(404)
      }
    }
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireFormat.decode(type, from: Data(text.utf8))
  }

  private var sent: [String] {
    server.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
  }

  /// Each form of `since`, its member in the body of a profile, and in that of a goal. A goal without the member counts
  /// from now on.
  private static let forms: [(since: Since, ofProfile: String, ofGoal: String)] = [
    (.now, #""since":"now","#, ""),
    (.always, #""since":"always","#, #""since":"always","#),
    (.day(CalendarDay(year: 2026, month: 2, day: 1)), #""since":"2026-02-01","#, #""since":"2026-02-01","#),
    (.day(CalendarDay(year: 1970, month: 12, day: 31)), #""since":"1970-12-31","#, #""since":"1970-12-31","#),
  ]

  @Test("A change of the profile sends each form of since", arguments: forms.indices)
  func profile(form: Int) async throws {
    let form = Self.forms[form]
    _ = try await server.client().changeProfile(ProfileChanges(timezone: "Asia/Tokyo", since: form.since))
    _ = try await server.client().changeProfile(
      ProfileChanges(
        timezone: "Asia/Tokyo", displayName: .set("Ada"), dayStart: 4, restDaysPerWeek: 1, since: form.since))
    try await ReadingJourneyRepository(client: server.client()).changeProfile(
      ProfileChanges(dayStart: 0, since: form.since))
    #expect(
      sent == [
        "{" + form.ofProfile + #""timezone":"Asia/Tokyo"}"#,
        #"{"dayStart":4,"displayName":"Ada","restDaysPerWeek":1,"# + form.ofProfile + #""timezone":"Asia/Tokyo"}"#,
        #"{"dayStart":0,"# + form.ofProfile.dropLast() + "}",
      ])
    #expect(Set(server.calls) == ["PUT profile"])
  }

  @Test("A change of the profile without since leaves the choice to the server")
  func withoutSince() async throws {
    _ = try await server.client().changeProfile(ProfileChanges(timezone: "Europe/Berlin"))
    #expect(sent == [#"{"timezone":"Europe/Berlin"}"#])
  }

  @Test("A target sends each form of since", arguments: forms.indices)
  func goal(form: Int) async throws {
    let form = Self.forms[form]
    try await server.client().setGoal(.annualReading, target: 20, since: form.since)
    let repository = InsightsRepository(client: server.client())
    try await repository.setGoal(.annualReading, target: 21, since: form.since)
    let model = await InsightsViewModel(repository: repository)
    try await model.setGoal(.annualReading, target: 22, since: form.since)
    let targets = zip(server.calls, sent).filter { $0.0 == "PUT goals/annualReading" }.map(\.1)
    #expect(targets == (20...22).map { "{" + form.ofGoal + "\"target\":\($0)}" })
  }

  @Test("Decodes the history of the settings, oldest first")
  func history() throws {
    let profile = try decoded(Profile.self, SettingsBodies.profile())
    let history = try #require(profile.history)
    #expect(history.timezone.map(\.value) == ["Europe/Berlin", "Asia/Tokyo"])
    #expect(history.timezone.map(\.since) == [nil, instant("2026-01-31T15:00:00Z")])
    #expect(history.dayStart.map(\.value) == [4] && history.dayStart[0].since == nil)
    #expect(history.restDaysPerWeek.map(\.value) == [0, 2, 1])
    #expect(history.restDaysPerWeek.last?.since == instant("2026-11-20T10:00:00Z"))
    let made = Profile.History(
      timezone: history.timezone, dayStart: [.init(since: nil, value: 4)], restDaysPerWeek: history.restDaysPerWeek)
    #expect(made == history)
    let again = String(decoding: try WireFormat.encode(profile), as: UTF8.self)
    #expect(try decoded(Profile.self, again) == profile)
  }

  @Test(
    "Decodes the profile of an older server, which sends no history",
    arguments: [#","history":null"#, ""])
  func earlierProfile(history: String) throws {
    let profile = try decoded(Profile.self, SettingsBodies.profile(history: history))
    #expect(profile.history == nil && profile.timezone == "Asia/Tokyo" && profile.restDaysPerWeek == 1)
  }

  @Test("Returns the goals of a year with the targets of that time, also offline")
  func goalsOfYear() async throws {
    let scratch = try ScratchDirectory()
    let goals = try await server.client().goals(of: 2025)
    #expect(goals.map(\.type) == [.annualReading, .culturalDiversity] && goals.map(\.target) == [12, 5])
    #expect(goals.map(\.current) == [9, 6] && goals.map(\.reached) == [false, true])
    #expect(goals.map(\.progress) == [0.75, 1])
    let online = InsightsRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await online.fetchGoals(of: 2025).value == goals)
    #expect(try await online.fetchGoals(of: 2025).freshness == .cached)
    await #expect(throws: AnalyticsError.invalidDateRange) { try await online.fetchGoals(of: 0) }
    server.setOffline(true)
    let offline = InsightsRepository(client: server.client(), lastKnown: scratch.answers)
    #expect(try await offline.fetchGoals(of: 2025).value == goals)
    await #expect(throws: AnalyticsError.noDataAvailable) { try await offline.fetchGoals(of: 2024) }
    await offline.discardEverything()
    await #expect(throws: AnalyticsError.noDataAvailable) { try await offline.fetchGoals(of: 2025) }
  }

  @Test("Decodes the goals of a review and the goal of a week, also if an older server sends none")
  func earlierGoals() throws {
    let goal = #"{"type":"annualReading","target":12,"current":9,"reached":false}"#
    let review = InsightBodies.emptyReview.replacingOccurrences(
      of: #""milestonesUnlocked""#, with: #""goals":[\#(goal)],"milestonesUnlocked""#)
    let goals = try decoded(YearInReview.self, review).goals
    #expect(goals.map(\.target) == [12] && goals.map(\.progress) == [0.75] && goals.map(\.reached) == [false])
    #expect(try decoded(YearInReview.self, InsightBodies.emptyReview).goals.isEmpty)
    let week = #"{"weekStart":"2026-11-16","sessions":2,"distance":8000,"weightMoved":160000,"meetsGoal":true"#
    #expect(try decoded(WeeklyAnalyticsData.WeekData.self, week + "}").goal == nil)
    #expect(try decoded(WeeklyAnalyticsData.WeekData.self, week + #","goal":3}"#).goal == 3)
  }
}

@MainActor
@Suite("Settings model")
struct SettingsModelTests {
  private let time = ManualTime()
  private let server: TestServer
  private let scratch: ScratchDirectory
  private let model: SettingsModel

  init() throws {
    server = TestServer(time: time)
    server.stub("GET profile", SettingsBodies.profile(zone: "Europe/Berlin", history: ""))
    scratch = try ScratchDirectory()
    model = Self.model(server.client(retries: .none), scratch.answers)
  }

  private static func model(_ client: WaymarkClient, _ answers: LastKnownStore) -> SettingsModel {
    SettingsModel(repository: ReadingJourneyRepository(client: client, lastKnown: answers))
  }

  private let tokyo = ProfileChanges(timezone: "Asia/Tokyo", since: .day(CalendarDay(year: 2026, month: 2, day: 1)))

  private func moves() {
    server.stub("PUT profile", SettingsBodies.profile())
    server.stub("GET profile", SettingsBodies.profile())
  }

  @Test("A change shows the new settings and their history")
  func change() async throws {
    #expect(model.profile == .idle)
    await model.load()
    #expect(model.profile.value?.timezone == "Europe/Berlin" && model.profile.value?.history == nil)
    moves()
    let changed = try await model.change(tokyo)
    #expect(model.profile.value == changed && model.profile.answer?.freshness == .live)
    #expect(changed.history?.timezone.map(\.value) == ["Europe/Berlin", "Asia/Tokyo"] && !model.isChanging)
    #expect(server.calls == ["GET profile", "PUT profile", "GET profile"])
  }

  @Test("A rejected change throws its errors and changes nothing")
  func rejected() async {
    await model.load()
    let shown = model.profile
    server.stub(
      "PUT profile", status: 422, #"{"status":422,"errors":[{"field":"since","message":"is in the future"}]}"#)
    await #expect(throws: APIError.validation([FieldError(field: "since", message: "is in the future")])) {
      try await model.change(tokyo)
    }
    #expect(model.profile == shown && server.requests.count == 2 && !model.isChanging)
  }

  @Test("A change whose response is lost throws, and the profile shows its result")
  func lostResponse() async {
    await model.load()
    moves()
    server.failNext(.responseLost)
    await #expect(throws: APIError.networkUnavailable) { try await model.change(tokyo) }
    #expect(model.profile.value?.timezone == "Asia/Tokyo")
  }

  @Test("A change stays if the network is lost after it, even after a relaunch")
  func offlineAfterChange() async throws {
    await model.load()
    server.failNext(.respond(.json(200, SettingsBodies.profile())), .notDelivered(.offline))
    let changed = try await model.change(tokyo)
    #expect(model.profile.value == changed && model.offlineSince == time.now)
    server.setOffline(true)
    let relaunched = Self.model(server.client(retries: .none), scratch.answers)
    await relaunched.load()
    #expect(relaunched.profile.value == changed)
    await relaunched.repository.discardEverything()
    await relaunched.refresh()
    #expect(relaunched.profile.error == .networkUnavailable)
  }

  @Test("A change is shown if the profile cannot be loaded again")
  func failedReload() async throws {
    await model.load()
    server.failNext(.respond(.json(200, SettingsBodies.profile())), .respond(.problem(500, "away")))
    let changed = try await model.change(tokyo)
    #expect(model.profile.value == changed && model.profile.error == .server(status: 500, detail: "away"))
  }

  @Test("A late response from before a change does not replace it")
  func lateResponse() async throws {
    await model.load()
    let gate = Gate()
    server.holdResponses(at: gate)
    let early = Task { await model.refresh() }
    await gate.untilArrived(1)
    server.holdResponses(at: nil)
    moves()
    let changed = try await model.change(tokyo)
    gate.open()
    await early.value
    #expect(model.profile.value == changed)
    await model.load()
    #expect(model.profile.value == changed && model.profile.answer?.freshness == .cached)
  }

  @Test("Loads again after connecting and after changes of the profile, until the token is rejected")
  func follows() async {
    let model = Self.model(server.client(retries: .none).streaming(["rucks", "profile", "goals"]), scratch.answers)
    await model.followChanges()
    #expect(model.failure == .unauthorized)
    #expect(server.calls == ["GET profile", "GET profile"] && model.profile.value != nil)
  }
}
