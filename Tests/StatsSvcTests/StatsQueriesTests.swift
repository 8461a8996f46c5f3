import API
import Chronology
import Domain
import Proto
import Testing

@testable import StatsSvc

@Suite struct StatsQueriesTests {
  private let now = SampleHistory.now

  @Test("Returns the summary and the insights of listening")
  func listening() {
    var view = SampleHistory.view()
    #expect(
      StatsQueries.summary(.init(), &view, now)
        == .init(
          totalStories: 3, totalListeningTime: 900, totalPlayCount: 2, currentStreak: 2, longestStreak: 2,
          favoriteCount: 1, lastActivityDate: SampleHistory.at("2026-11-20T10:05:00Z")))
    let insights = StatsQueries.insights(.init(), &view, now)
    #expect(insights.averageStoryLength == 900)
    #expect(insights.averageListensPerStory == 2.0 / 3)
    #expect(insights.preferredListeningHour == 10)
    #expect(insights.mostListenedStory == .init(id: "moon", title: "moon", playCount: 2))
  }

  @Test(
    "Returns the activity of each kind and range",
    arguments: [
      (StatsAPI.FetchActivity(), "week", 7, 5.0), (.init(range: .month), "month", 30, 5),
      (.init(range: .year, kind: .reading), "year", 365, 30),
      (
        .init(from: Day(year: 2026, month: 11, day: 17), to: Day(year: 2026, month: 11, day: 18), kind: .rucks),
        "custom", 2, 60
      ),
    ])
  func activity(call: StatsAPI.FetchActivity, range: String, count: Int, last: Double) throws {
    var view = SampleHistory.view()
    let reply = try StatsQueries.activity(call)(&view, now)
    #expect(reply.range == range && reply.timezone == "UTC" && reply.dataPoints.count == count)
    #expect(reply.dataPoints.last?.minutes == last)
  }

  @Test("Returns the heroes, the most active first")
  func heroes() throws {
    var view = SampleHistory.view()
    let reply = try StatsQueries.heroes(.init(), &view, .init(seq: 13, checksum: 1))
    #expect(
      reply
        == .init(heroes: [
          .init(
            heroId: "mia", heroName: "Mia", storyCount: 1, totalListeningTime: 900,
            lastStoryDate: SampleHistory.at("2026-11-02T08:00:00Z"), isMostActive: true),
          .init(
            heroId: "ada", heroName: "Ada", storyCount: 0, totalListeningTime: 0, lastStoryDate: nil,
            isMostActive: false),
        ]))
  }

  @Test("Returns the month, records, weeks, streak and breakdown of rucks")
  func rucks() throws {
    var view = SampleHistory.view()
    let month = try StatsQueries.ruckAnalytics(.init())(&view, now)
    #expect(month.timePeriod == .monthly && month.totalSessions == 1 && month.totalDistance == 5_000)
    #expect(month.averagePace == 12 && month.averageLoad == 10 && month.totalCalories == 400)
    let records = StatsQueries.ruckRecords(.init(), &view, now)
    #expect(records.longestDistance?.value == 5_000 && records.mostWeightMoved?.value == 50_000)
    #expect(records.fastestPace?.ruckId == "hill")
    let weeks = try StatsQueries.ruckWeeks(.init(weeks: 3))(&view, now)
    #expect(weeks.weeks.map(\.sessions) == [0, 0, 1] && weeks.weeks.last?.meetsGoal == false)
    let streak = StatsQueries.trainingStreak(.init(), &view, now)
    #expect(streak.current == 0 && streak.weeklyGoal == 2 && streak.thisWeek.remaining == 1)
    let breakdown = try StatsQueries.ruckBreakdown(.init())(&view, now)
    #expect(breakdown.paceDistribution.map(\.from) == [12] && breakdown.calorieBurnRate == 400)
  }

  @Test("Returns the figures of reading and of the year")
  func reading() throws {
    var view = SampleHistory.view()
    let insights = try StatsQueries.readingInsights(.init())(&view, now)
    #expect(insights.booksRead == 1 && insights.pagesRead == 30 && insights.minutesRead == 30)
    #expect(insights.averageRating == 4.5 && insights.streak.current == 1)
    let timeline = try StatsQueries.readingTimeline(.init(months: 2))(&view, now)
    #expect(timeline.months.map(\.month) == ["2026-10", "2026-11"] && timeline.months.map(\.books) == [0, 1])
    let review = try StatsQueries.review(.init(year: 2026))(&view, now)
    #expect(review.listening?.plays == 2 && review.reading?.books == 1 && review.rucks?.sessions == 1)
    #expect(review.busiestDay?.date == Day(year: 2026, month: 11, day: 18))
    let november = try StatsQueries.monthReview(.init(year: 2026, month: 11))(&view, now)
    #expect(november.month == 11 && november.listening == review.listening && november.reading == review.reading)
    let october = try StatsQueries.monthReview(.init(year: 2026, month: 10))(&view, now)
    #expect(october.month == 10 && october.listening == nil && october.busiestDay == nil)
  }

  @Test("Rejects invalid arguments, regardless of the history")
  func rejections() {
    #expect(throws: Fault.self) { try StatsQueries.activity(.init(from: Day(year: 2026, month: 1, day: 1))) }
    #expect(throws: Fault.self) { try StatsQueries.ruckWeeks(.init(weeks: 261)) }
    #expect(throws: Fault.self) { try StatsQueries.readingTimeline(.init(months: 0)) }
    #expect(throws: Fault.self) { try StatsQueries.review(.init(year: 0)) }
    for (year, month) in [(0, 1), (10_000, 1), (2026, 0), (2026, 13)] {
      #expect(throws: Fault.self) { try StatsQueries.monthReview(.init(year: year, month: month)) }
      #expect(throws: Fault.self) { try StatsQueries.drawMonthReview(.init(year: year, month: month)) }
      #expect(throws: Fault.self) { try StatsQueries.printMonthReview(.init(year: year, month: month)) }
    }
  }

  @Test("Returns many heroes in pages of one state, each of which fits into a frame")
  func heroPages() throws {
    let face = String(repeating: "😀", count: 498)
    var view = SampleHistory.view(
      (0..<3_000).map { .catalogue(.heroSaved(HeroSaved(hero: Hero(id: "h\($0)", name: "\(face)\($0 % 100)")))) })
    let position = SessionAPI.Head(seq: 3_013, checksum: 7)
    var all: [HeroStanding] = []
    var next: String?
    var pages = 0
    repeat {
      let page = try StatsQueries.heroes(.init(after: next), &view, position)
      #expect(try CBOREncoder.encode(page).count < 2 << 20)
      all += page.heroes
      next = page.next
      pages += 1
    } while next != nil
    #expect(all == view.heroes())
    #expect(all.count == 3_002 && pages >= 6)
    let token = try #require(try StatsQueries.heroes(.init(), &view, position).next)
    #expect {
      try StatsQueries.heroes(.init(after: token), &view, SessionAPI.Head(seq: 3_014, checksum: 8))
    } throws: { ($0 as? Fault)?.code == .conflict }
    for nonsense in ["", "x", "-1.3013.7", "0.3013.7", "9999999999999999999999.1.1"] {
      #expect {
        try StatsQueries.heroes(.init(after: nonsense), &view, position)
      } throws: { ($0 as? Fault)?.code == .invalid }
    }
  }
}
