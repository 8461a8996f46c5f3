import API
import Chronology
import Domain
import Proto
import ViewHarness
import Testing

@testable import StatsSvc

/// Calls the service over a socket, with the journal on another one.
@Suite struct StatsServiceTests {
  private func harness() async throws -> ViewHarness<StatsView, StatsAPI> {
    let harness = try await ViewHarness(
      StatsView.self, as: StatsAPI.self, now: SampleHistory.now, register: StatsRoutes.register)
    try harness.append(SampleHistory.events)
    return harness
  }

  @Test("Returns the summary, days, heroes and insights of listening")
  func listening() async throws {
    let harness = try await harness()
    let summary = try await harness.call(StatsAPI.FetchSummary())
    #expect(summary.totalListeningTime == 900 && summary.totalPlayCount == 2 && summary.currentStreak == 2)
    let week = try await harness.call(StatsAPI.FetchActivity())
    #expect(week.range == "week" && week.dataPoints.map(\.minutes) == [0, 0, 0, 0, 0, 10, 5])
    let heroes = try await harness.call(StatsAPI.FetchHeroes())
    #expect(heroes.heroes.map(\.heroName) == ["Mia", "Ada"] && heroes.heroes[0].totalListeningTime == 900)
    let insights = try await harness.call(StatsAPI.FetchListeningInsights())
    #expect(insights.preferredListeningHour == 10 && insights.mostListenedStory?.playCount == 2)
  }

  @Test("Returns the month, records, weeks, streak and breakdown of rucks")
  func rucks() async throws {
    let harness = try await harness()
    #expect(try await harness.call(StatsAPI.FetchRuckAnalytics()).totalDistance == 5_000)
    let compared = try await harness.call(StatsAPI.FetchRuckAnalytics(period: .yearly, compare: .previous))
    #expect(compared.totalDistance == 5_000 && compared.comparison?.totalSessions == 0)
    let breakdown = try await harness.call(StatsAPI.FetchRuckBreakdown(compare: .lastYear))
    #expect(breakdown.comparison?.from == Day(year: 2025, month: 11, day: 1) && breakdown.calorieBurnRate == 400)
    #expect(try await harness.call(StatsAPI.FetchRuckRecords()).mostWeightMoved?.value == 50_000)
    #expect(try await harness.call(StatsAPI.FetchRuckWeeks(weeks: 2)).weeks.map(\.sessions) == [0, 1])
    #expect(try await harness.call(StatsAPI.FetchTrainingStreak()).thisWeek.remaining == 1)
    #expect(try await harness.call(StatsAPI.FetchRuckBreakdown(period: .monthly)).calorieBurnRate == 400)
  }

  @Test("Returns the insights, months, year and export of reading")
  func reading() async throws {
    let harness = try await harness()
    let insights = try await harness.call(StatsAPI.FetchReadingInsights())
    #expect(insights.pagesRead == 30 && insights.comparison == nil)
    let compared = try await harness.call(StatsAPI.FetchReadingInsights(timeframe: .year, compare: .lastYear))
    #expect(compared.pagesRead == 30 && compared.comparison?.pagesRead == 0)
    #expect(compared.comparison?.to == Day(year: 2025, month: 11, day: 20))
    #expect(try await harness.call(StatsAPI.FetchReadingTimeline(months: 2)).months.map(\.books) == [0, 1])
    let year = try await harness.call(StatsAPI.FetchReview(year: 2026))
    #expect(year.reading?.books == 1 && year.month == nil && year.goals.count == 2)
    let month = try await harness.call(StatsAPI.FetchMonthReview(year: 2026, month: 11))
    #expect(month.reading?.books == 1 && month.month == 11 && month.goals.isEmpty)
    let text = String(decoding: try await harness.call(StatsAPI.ExportMonths()).bytes, as: UTF8.self)
    #expect(
      text == """
        month,books,pages,minutes,cultures,listeningSeconds,rucks,distance\r
        2026-11,1,30,30,0,900,1,5000\r

        """)
    let json = String(decoding: try await harness.call(StatsAPI.ExportMonths(format: .json)).bytes, as: UTF8.self)
    #expect(json.contains(#""month":"2026-11","books":1,"pages":30"#))
  }

  @Test("A rebuild counts its events and changes no figure")
  func rebuild() async throws {
    let harness = try await harness()
    let before = try await harness.call(StatsAPI.FetchSummary())
    let rebuilt = try await harness.call(RebuildView<StatsAPI>())
    #expect(rebuilt == .init(users: 1, events: SampleHistory.events.count))
    #expect(try await harness.call(StatsAPI.FetchSummary()) == before)
  }

  @Test("Rejects invalid arguments, naming the field, regardless of the journal")
  func wrongArguments() async throws {
    let harness = try await harness()
    let day = Day(year: 2026, month: 11, day: 20)
    for isUnavailable in [false, true] {
      harness.journal.setUnavailable(isUnavailable)
      func field<M: Method>(_ call: M) async -> [String]? where M.API == StatsAPI {
        let fault = await harness.fault(call)
        return fault?.code == .invalid ? fault?.fields?.map(\.field) : nil
      }
      #expect(await field(StatsAPI.FetchActivity(from: day)) == ["to"])
      #expect(await field(StatsAPI.FetchActivity(to: day)) == ["from"])
      #expect(await field(StatsAPI.FetchActivity(range: .week, from: day, to: day)) == ["range"])
      #expect(await field(StatsAPI.FetchRuckAnalytics(period: .monthly, from: day, to: day)) == ["period"])
      #expect(await field(StatsAPI.FetchRuckBreakdown(to: day)) == ["from"])
      #expect(await field(StatsAPI.FetchRuckWeeks(weeks: 0)) == ["weeks"])
      #expect(await field(StatsAPI.FetchReadingTimeline(months: 121)) == ["months"])
      #expect(await field(StatsAPI.FetchReadingInsights(compare: .previous)) == ["compare"])
      #expect(await field(StatsAPI.FetchReadingInsights(timeframe: .allTime, compare: .lastYear)) == ["compare"])
      #expect(await field(StatsAPI.FetchRuckAnalytics(period: .allTime, compare: .previous)) == ["compare"])
      #expect(await field(StatsAPI.FetchRuckBreakdown(period: .allTime, compare: .lastYear)) == ["compare"])
      let early = Day(year: 1, month: 1, day: 9)
      #expect(await field(StatsAPI.FetchRuckAnalytics(from: early, to: early, compare: .lastYear)) == ["from"])
      #expect(await field(StatsAPI.FetchRuckBreakdown(from: early, to: early + 8, compare: .previous)) == ["from"])
      #expect(await field(StatsAPI.FetchReview(year: 10_000)) == ["year"])
      #expect(await field(StatsAPI.FetchMonthReview(year: 0, month: 1)) == ["year"])
      #expect(await field(StatsAPI.FetchMonthReview(year: 2026, month: 13)) == ["month"])
    }
    harness.journal.setUnavailable(false)
    #expect(await harness.fault(StatsAPI.FetchHeroes(after: "x"))?.fields?.map(\.field) == ["after"])
  }

  @Test("Rejects calls without a user, returns nothing for unknown users, and fails without the journal")
  func callers() async throws {
    let harness = try await harness()
    #expect(await harness.fault(StatsAPI.FetchSummary(), user: nil)?.code == .unauthenticated)
    #expect(await harness.fault(StatsAPI.FetchReview(year: 2026), user: nil)?.code == .unauthenticated)
    #expect(try await harness.call(StatsAPI.FetchSummary(), user: "bob").totalPlayCount == 0)
    #expect(try await harness.call(StatsAPI.FetchSummary()).totalPlayCount == 2)
    harness.journal.setUnavailable(true)
    #expect(await harness.fault(StatsAPI.FetchSummary())?.code == .unavailable)
    #expect(await harness.fault(StatsAPI.FetchHeroes())?.code == .unavailable)
    #expect(await harness.fault(RebuildView<StatsAPI>())?.code == .unavailable)
    harness.journal.setUnavailable(false)
    #expect(try await harness.call(StatsAPI.FetchSummary()).totalPlayCount == 2)
  }
}
