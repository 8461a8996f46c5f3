import Chronology
import Domain
import Testing

@testable import DomainModels

struct ReadingInsightsTests {
  /// A Sunday.
  private let now = "2026-11-22T12:00:00Z"

  @Test("A new reader has zeros, no rating and no trends")
  func newReader() {
    for timeframe in ReadingTimeframe.allCases {
      let insights = StatsHistory().insights(timeframe, now: now)
      #expect(insights.timeframe == timeframe)
      #expect(insights.booksRead == 0 && insights.pagesRead == 0 && insights.minutesRead == 0)
      #expect(insights.culturesExplored == 0 && insights.averageRating == nil)
      #expect(insights.readingProgress == 0 && insights.culturalProgress == 0 && insights.overallCompletion == 0)
      #expect(insights.velocity.booksPerMonth == 0 && insights.velocity.pagesPerDay == 0)
      #expect(insights.streak.current == 0 && insights.streak.longest == 0)
      #expect(insights.genres.count == 0 && insights.genres.evenness == 0 && insights.genres.top.isEmpty)
      #expect(insights.trends.booksRead == nil && insights.trends.minutesRead == nil)
    }
  }

  @Test("A timeframe is the whole calendar period, including its future, exact to the second")
  func boundaries() {
    var history = StatsHistory()
    for (place, at) in [
      "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-10-31T23:59:59Z", "2026-11-01T00:00:00Z",
      "2026-11-15T23:59:59Z", "2026-11-16T00:00:00Z", "2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z",
      "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z",
    ].enumerated() {
      history.book("book-\(place)", finished: at)
    }
    #expect(history.insights(.week, now: now).booksRead == 2)
    #expect(history.insights(.month, now: now).booksRead == 6)
    #expect(history.insights(.year, now: now).booksRead == 10)
    #expect(history.insights(.allTime, now: now).booksRead == 12)
    #expect(history.timeline(1, now: now).map(\.books) == [6])
    #expect(history.timeline(2, now: now).map(\.books) == [1, 6])
  }

  @Test("Days and weeks start at the reader's hour in the reader's zone")
  func zones() {
    var history = StatsHistory()
    // In New York it is Sunday 23:30; with days that start at 4, Monday 03:30 is still Sunday.
    history.book("a", finished: "2026-11-16T04:30:00Z")
    history.book("b", finished: "2026-11-16T08:30:00Z")
    history.read("2026-11-16T08:30:00Z", minutes: 10, pages: 7)
    #expect(history.insights(.week, now: now).booksRead == 2)
    history.live(in: "America/New_York")
    #expect(history.insights(.week, now: now).booksRead == 1)
    #expect(history.insights(.week, now: now).pagesRead == 7)
    history.live(in: "America/New_York", dayStart: 4)
    #expect(history.insights(.week, now: now).booksRead == 0)
    #expect(history.insights(.week, now: now).pagesRead == 0)
    #expect(history.insights(.month, now: now).booksRead == 2)
  }

  @Test("Counts pages and whole minutes of the sessions that started in the timeframe")
  func sessions() {
    var history = StatsHistory()
    history.book("a")
    // Starts on Sunday and ends after the start of Monday.
    history.read("2026-11-15T23:50:00Z", minutes: 20, pages: 100)
    history.read("2026-11-16T10:00:00Z", minutes: 1.9, pages: 3)
    history.read("2026-11-17T10:00:00Z", minutes: 1.9, pages: 4)
    let insights = history.insights(.week, now: now)
    #expect(insights.pagesRead == 7 && insights.minutesRead == 2)
    #expect(insights.velocity.pagesPerDay == 1)
    // It also touches Monday: three streak days, until the 18th is missed for a whole day.
    #expect(insights.streak.current == 0 && insights.streak.longest == 3)
    #expect(history.insights(.week, now: "2026-11-18T12:00:00Z").streak.current == 3)
  }

  @Test("Trends compare with as many days of the previous period, or with all of it if it is shorter")
  func trends() throws {
    var history = StatsHistory()
    history.book("a", finished: "2026-10-22T23:59:59Z", culture: "African")
    history.book("b", finished: "2026-10-23T00:00:00Z", culture: "Asian")
    history.book("c", finished: "2026-11-02T10:00:00Z", culture: "Asian")
    history.book("d", finished: "2026-11-29T10:00:00Z", culture: "European")
    history.read("2026-10-01T10:00:00Z", minutes: 60, pages: 30)
    history.read("2026-11-01T10:00:00Z", minutes: 45, pages: 30)
    let trends = history.insights(.month, now: now).trends
    // One book in 22 days of October, two in this November, one of them in the future.
    let books = try #require(trends.booksRead)
    #expect(books.previous == 1 && books.current == 2 && books.changePercent == 100 && books.direction == .up)
    #expect(trends.culturesExplored?.changePercent == 100)
    #expect(trends.pagesRead?.direction == .flat)
    #expect(trends.minutesRead?.changePercent == -25 && trends.minutesRead?.direction == .down)
    #expect(history.insights(.allTime, now: now).trends.booksRead == nil)
    #expect(history.insights(.week, now: now).trends.booksRead == nil)
    var spring = StatsHistory()
    spring.book("a", finished: "2026-02-28T23:59:59Z")
    spring.book("b", finished: "2026-03-01T00:00:00Z")
    #expect(spring.insights(.month, now: "2026-03-31T10:00:00Z").trends.booksRead?.previous == 1)
    #expect(spring.insights(.month, now: "2026-03-27T10:00:00Z").trends.booksRead == nil)
  }

  @Test("Velocity covers the days so far; all time starts with the first session or finish")
  func velocity() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-21T10:00:00Z")
    history.read("2026-11-20T10:00:00Z", pages: 44)
    // 22 days of November, 326 of the year, 7 of the week, 3 since the first session.
    for (timeframe, days) in zip(ReadingTimeframe.allCases, [7, 22, 326, 3]) {
      let velocity = history.insights(timeframe, now: now).velocity
      #expect(velocity.pagesPerDay == 44 / Double(days))
      #expect(velocity.booksPerMonth == 1 / Double(days) * 30.4375)
    }
    var ahead = StatsHistory()
    ahead.book("a", finished: "2026-12-24T10:00:00Z")
    #expect(ahead.insights(.allTime, now: now).velocity.booksPerMonth == 30.4375)
  }

  @Test("Progress is that of this year's goals in every timeframe, at most 100; completion is the mean")
  func progress() {
    var history = StatsHistory()
    history.book("a", finished: "2026-01-01T00:00:00Z", culture: "African")
    history.book("b", finished: "2026-12-31T23:59:59Z", culture: "Asian")
    history.book("c", finished: "2025-12-31T23:59:59Z", culture: "European")
    for timeframe in ReadingTimeframe.allCases {
      let insights = history.insights(timeframe, now: now)
      // 2 of 12 and 2 of 5; (16.67 + 40) / 2 = 28.33.
      #expect(insights.readingProgress == 16.7 && insights.culturalProgress == 40)
      #expect(insights.overallCompletion == 28.3)
    }
    history.aim(at: 16, .annualReading)
    history.aim(at: 1, .culturalDiversity)
    // 2 of 16 is 12.5, 2 of 1 is 100; together 56.25, and halves are rounded up.
    let insights = history.insights(.month, now: now)
    #expect(insights.readingProgress == 12.5 && insights.culturalProgress == 100)
    #expect(insights.overallCompletion == 56.3)
    history.append(.goals(.cleared(GoalCleared(type: .annualReading, old: 16))))
    #expect(history.insights(.month, now: now).readingProgress == 16.7)
  }

  @Test("A book counts once in each genre, and the five most frequent genres are listed")
  func genres() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-02T10:00:00Z", genres: ["Essay", "Fiction", "Essay"])
    history.book("b", finished: "2026-11-03T10:00:00Z", genres: ["Fiction", "fiction", "Zen", "Épopée", "Art"])
    history.book("c", genres: ["Art"])
    let genres = history.insights(.month, now: now).genres
    #expect(genres.count == 6)
    #expect(genres.top.map(\.genre) == ["Fiction", "Art", "Essay", "Zen", "fiction"])
    #expect(genres.top.map(\.books) == [2, 1, 1, 1, 1])
    // Seven books: 5 × 1/7 ln 7 + 2/7 ln 7/2 = 1.74787; over ln 6 = 1.79176.
    #expect(genres.evenness == 97.6)
    var one = StatsHistory()
    one.book("a", finished: "2026-11-02T10:00:00Z", genres: ["Essay"])
    #expect(one.insights(.month, now: now).genres.evenness == 0)
  }

  @Test("The mean rating covers the rated books of the timeframe")
  func ratings() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-02T10:00:00Z", rating: 4.5)
    history.book("b", finished: "2026-11-03T10:00:00Z", rating: 3)
    history.book("c", finished: "2026-11-04T10:00:00Z")
    history.book("d", finished: "2026-10-04T10:00:00Z", rating: 0)
    #expect(history.insights(.month, now: now).averageRating == 3.75)
    #expect(history.insights(.year, now: now).averageRating == 2.5)
    #expect(history.insights(.week, now: now).averageRating == nil)
  }

  @Test("A timeline has every month up to the current one, and null diversity without data")
  func timeline() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-02T10:00:00Z", culture: "African")
    history.book("b", finished: "2026-11-03T10:00:00Z", culture: "Asian")
    history.book("c", finished: "2026-11-04T10:00:00Z")
    history.book("d", finished: "2026-10-04T10:00:00Z", culture: "Other")
    history.book("e", finished: "2026-09-04T10:00:00Z")
    history.book("f", finished: "2026-12-01T10:00:00Z")
    let months = history.timeline(now: now)
    #expect(months.count == 12 && months.first?.month == "2025-12" && months.last?.month == "2026-11")
    #expect(months.suffix(4).map(\.books) == [0, 1, 1, 3])
    // Two of ten values, evenly: ln 2 / ln 10 = 30.103 %.
    #expect(months.suffix(4).map(\.diversityPercentage) == [nil, nil, 0, 30.1])
    #expect(history.timeline(120, now: now).first?.month == "2016-12")
  }

  @Test("A moved or cleared finish leaves no trace, and a deleted book's sessions remain")
  func edits() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-02T10:00:00Z", rating: 5, culture: "African", genres: ["Essay"])
    let session = history.read("2026-11-02T09:00:00Z", minutes: 30, pages: 12)
    history.finish("a", "2026-09-02T10:00:00Z", rating: 4)
    #expect(history.timeline(3, now: now).map(\.books) == [1, 0, 0])
    #expect(history.insights(.year, now: now).averageRating == 4)
    history.append(.reading(.workRemoved(WorkRemoved(work: Work(id: "a", title: "")))))
    let insights = history.insights(.year, now: now)
    #expect(insights.booksRead == 0 && insights.culturesExplored == 0 && insights.genres.count == 0)
    #expect(insights.pagesRead == 12 && insights.minutesRead == 30)
    history.append(.reading(.removed(ReadingRemoved(session: session))))
    #expect(history.insights(.year, now: now) == StatsHistory().insights(.year, now: now))
  }

  @Test("Insights are cached until an event or a new day")
  func kept() {
    var history = StatsHistory()
    history.book("a", finished: "2026-11-22T10:00:00Z")
    var view = history.view()
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 1)
    #expect(view.readingInsights(of: .week, now: instant("2026-11-23T00:00:00Z")).booksRead == 0)
    #expect(view.readingTimeline(1, now: instant("2026-12-01T00:00:00Z")).months.map(\.books) == [0])
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 1)
    var more = StatsHistory()
    more.book("b", finished: "2026-11-21T10:00:00Z")
    for event in more.events { view.apply(event, zones: TestZones.shared) }
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 2)
    #expect(view.readingTimeline(1, now: instant(now)).months.map(\.books) == [2])
  }
}
