import Chronology
import Domain
import Testing

struct ReadingInsightsTests {
  /// A Sunday.
  private let now = "2026-11-22T12:00:00Z"

  @Test("A new reader has zeros, no rating and no trends")
  func newReader() {
    for timeframe in ReadingTimeframe.allCases {
      let insights = Journey().insights(timeframe, now: now)
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
    var journey = Journey()
    for (place, at) in [
      "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z", "2026-10-31T23:59:59Z", "2026-11-01T00:00:00Z",
      "2026-11-15T23:59:59Z", "2026-11-16T00:00:00Z", "2026-11-22T23:59:59Z", "2026-11-23T00:00:00Z",
      "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z",
    ].enumerated() {
      journey.book("book-\(place)", finished: at)
    }
    #expect(journey.insights(.week, now: now).booksRead == 2)
    #expect(journey.insights(.month, now: now).booksRead == 6)
    #expect(journey.insights(.year, now: now).booksRead == 10)
    #expect(journey.insights(.allTime, now: now).booksRead == 12)
    #expect(journey.timeline(1, now: now).map(\.books) == [6])
    #expect(journey.timeline(2, now: now).map(\.books) == [1, 6])
  }

  @Test("Days and weeks start at the reader's hour in the reader's zone")
  func zones() {
    var journey = Journey()
    // In New York it is Sunday 23:30; with days that start at 4, Monday 03:30 is still Sunday.
    journey.book("a", finished: "2026-11-16T04:30:00Z")
    journey.book("b", finished: "2026-11-16T08:30:00Z")
    journey.read("2026-11-16T08:30:00Z", minutes: 10, pages: 7)
    #expect(journey.insights(.week, now: now).booksRead == 2)
    journey.live(in: "America/New_York")
    #expect(journey.insights(.week, now: now).booksRead == 1)
    #expect(journey.insights(.week, now: now).pagesRead == 7)
    journey.live(in: "America/New_York", dayStart: 4)
    #expect(journey.insights(.week, now: now).booksRead == 0)
    #expect(journey.insights(.week, now: now).pagesRead == 0)
    #expect(journey.insights(.month, now: now).booksRead == 2)
  }

  @Test("Counts pages and whole minutes of the sessions that started in the timeframe")
  func sessions() {
    var journey = Journey()
    journey.book("a")
    // Starts on Sunday and ends after the start of Monday.
    journey.read("2026-11-15T23:50:00Z", minutes: 20, pages: 100)
    journey.read("2026-11-16T10:00:00Z", minutes: 1.9, pages: 3)
    journey.read("2026-11-17T10:00:00Z", minutes: 1.9, pages: 4)
    let insights = journey.insights(.week, now: now)
    #expect(insights.pagesRead == 7 && insights.minutesRead == 2)
    #expect(insights.velocity.pagesPerDay == 1)
    // It also touches Monday: three streak days, until the 18th is missed for a whole day.
    #expect(insights.streak.current == 0 && insights.streak.longest == 3)
    #expect(journey.insights(.week, now: "2026-11-18T12:00:00Z").streak.current == 3)
  }

  @Test("Trends compare with as many days of the previous period, or with all of it if it is shorter")
  func trends() throws {
    var journey = Journey()
    journey.book("a", finished: "2026-10-22T23:59:59Z", culture: "African")
    journey.book("b", finished: "2026-10-23T00:00:00Z", culture: "Asian")
    journey.book("c", finished: "2026-11-02T10:00:00Z", culture: "Asian")
    journey.book("d", finished: "2026-11-29T10:00:00Z", culture: "European")
    journey.read("2026-10-01T10:00:00Z", minutes: 60, pages: 30)
    journey.read("2026-11-01T10:00:00Z", minutes: 45, pages: 30)
    let trends = journey.insights(.month, now: now).trends
    // One book in 22 days of October, two in this November, one of them in the future.
    let books = try #require(trends.booksRead)
    #expect(books.previous == 1 && books.current == 2 && books.changePercent == 100 && books.direction == .up)
    #expect(trends.culturesExplored?.changePercent == 100)
    #expect(trends.pagesRead?.direction == .flat)
    #expect(trends.minutesRead?.changePercent == -25 && trends.minutesRead?.direction == .down)
    #expect(journey.insights(.allTime, now: now).trends.booksRead == nil)
    #expect(journey.insights(.week, now: now).trends.booksRead == nil)
    var spring = Journey()
    spring.book("a", finished: "2026-02-28T23:59:59Z")
    spring.book("b", finished: "2026-03-01T00:00:00Z")
    #expect(spring.insights(.month, now: "2026-03-31T10:00:00Z").trends.booksRead?.previous == 1)
    #expect(spring.insights(.month, now: "2026-03-27T10:00:00Z").trends.booksRead == nil)
  }

  @Test("Velocity covers the days so far; all time starts with the first session or finish")
  func velocity() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-21T10:00:00Z")
    journey.read("2026-11-20T10:00:00Z", pages: 44)
    // 22 days of November, 326 of the year, 7 of the week, 3 since the first session.
    for (timeframe, days) in zip(ReadingTimeframe.allCases, [7, 22, 326, 3]) {
      let velocity = journey.insights(timeframe, now: now).velocity
      #expect(velocity.pagesPerDay == 44 / Double(days))
      #expect(velocity.booksPerMonth == 1 / Double(days) * 30.4375)
    }
    var ahead = Journey()
    ahead.book("a", finished: "2026-12-24T10:00:00Z")
    #expect(ahead.insights(.allTime, now: now).velocity.booksPerMonth == 30.4375)
  }

  @Test("Progress is that of this year's goals in every timeframe, at most 100; completion is the mean")
  func progress() {
    var journey = Journey()
    journey.book("a", finished: "2026-01-01T00:00:00Z", culture: "African")
    journey.book("b", finished: "2026-12-31T23:59:59Z", culture: "Asian")
    journey.book("c", finished: "2025-12-31T23:59:59Z", culture: "European")
    for timeframe in ReadingTimeframe.allCases {
      let insights = journey.insights(timeframe, now: now)
      // 2 of 12 and 2 of 5; (16.67 + 40) / 2 = 28.33.
      #expect(insights.readingProgress == 16.7 && insights.culturalProgress == 40)
      #expect(insights.overallCompletion == 28.3)
    }
    journey.aim(at: 16, .annualReading)
    journey.aim(at: 1, .culturalDiversity)
    // 2 of 16 is 12.5, 2 of 1 is 100; together 56.25, and halves are rounded up.
    let insights = journey.insights(.month, now: now)
    #expect(insights.readingProgress == 12.5 && insights.culturalProgress == 100)
    #expect(insights.overallCompletion == 56.3)
    journey.append(.goals(.cleared(GoalCleared(type: .annualReading, old: 16))))
    #expect(journey.insights(.month, now: now).readingProgress == 16.7)
  }

  @Test("A book counts once in each genre, and the five most frequent genres are listed")
  func genres() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-02T10:00:00Z", genres: ["Essay", "Fiction", "Essay"])
    journey.book("b", finished: "2026-11-03T10:00:00Z", genres: ["Fiction", "fiction", "Zen", "Épopée", "Art"])
    journey.book("c", genres: ["Art"])
    let genres = journey.insights(.month, now: now).genres
    #expect(genres.count == 6)
    #expect(genres.top.map(\.genre) == ["Fiction", "Art", "Essay", "Zen", "fiction"])
    #expect(genres.top.map(\.books) == [2, 1, 1, 1, 1])
    // Seven books: 5 × 1/7 ln 7 + 2/7 ln 7/2 = 1.74787; over ln 6 = 1.79176.
    #expect(genres.evenness == 97.6)
    var one = Journey()
    one.book("a", finished: "2026-11-02T10:00:00Z", genres: ["Essay"])
    #expect(one.insights(.month, now: now).genres.evenness == 0)
  }

  @Test("The mean rating covers the rated books of the timeframe")
  func ratings() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-02T10:00:00Z", rating: 4.5)
    journey.book("b", finished: "2026-11-03T10:00:00Z", rating: 3)
    journey.book("c", finished: "2026-11-04T10:00:00Z")
    journey.book("d", finished: "2026-10-04T10:00:00Z", rating: 0)
    #expect(journey.insights(.month, now: now).averageRating == 3.75)
    #expect(journey.insights(.year, now: now).averageRating == 2.5)
    #expect(journey.insights(.week, now: now).averageRating == nil)
  }

  @Test("A timeline has every month up to the current one, and null diversity without data")
  func timeline() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-02T10:00:00Z", culture: "African")
    journey.book("b", finished: "2026-11-03T10:00:00Z", culture: "Asian")
    journey.book("c", finished: "2026-11-04T10:00:00Z")
    journey.book("d", finished: "2026-10-04T10:00:00Z", culture: "Other")
    journey.book("e", finished: "2026-09-04T10:00:00Z")
    journey.book("f", finished: "2026-12-01T10:00:00Z")
    let months = journey.timeline(now: now)
    #expect(months.count == 12 && months.first?.month == "2025-12" && months.last?.month == "2026-11")
    #expect(months.suffix(4).map(\.books) == [0, 1, 1, 3])
    // Two of ten values, evenly: ln 2 / ln 10 = 30.103 %.
    #expect(months.suffix(4).map(\.diversityPercentage) == [nil, nil, 0, 30.1])
    #expect(journey.timeline(120, now: now).first?.month == "2016-12")
  }

  @Test("A moved or cleared finish leaves no trace, and a deleted book's sessions remain")
  func edits() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-02T10:00:00Z", rating: 5, culture: "African", genres: ["Essay"])
    let session = journey.read("2026-11-02T09:00:00Z", minutes: 30, pages: 12)
    journey.finish("a", "2026-09-02T10:00:00Z", rating: 4)
    #expect(journey.timeline(3, now: now).map(\.books) == [1, 0, 0])
    #expect(journey.insights(.year, now: now).averageRating == 4)
    journey.append(.reading(.workRemoved(WorkRemoved(work: Work(id: "a", title: "")))))
    let insights = journey.insights(.year, now: now)
    #expect(insights.booksRead == 0 && insights.culturesExplored == 0 && insights.genres.count == 0)
    #expect(insights.pagesRead == 12 && insights.minutesRead == 30)
    journey.append(.reading(.removed(ReadingRemoved(session: session))))
    #expect(journey.insights(.year, now: now) == Journey().insights(.year, now: now))
  }

  @Test("Insights are cached until an event or a new day")
  func kept() {
    var journey = Journey()
    journey.book("a", finished: "2026-11-22T10:00:00Z")
    var view = journey.view()
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 1)
    #expect(view.readingInsights(of: .week, now: instant("2026-11-23T00:00:00Z")).booksRead == 0)
    #expect(view.readingTimeline(1, now: instant("2026-12-01T00:00:00Z")).months.map(\.books) == [0])
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 1)
    var more = Journey()
    more.book("b", finished: "2026-11-21T10:00:00Z")
    for event in more.events { view.apply(event, zones: TestZones.shared) }
    #expect(view.readingInsights(of: .week, now: instant(now)).booksRead == 2)
    #expect(view.readingTimeline(1, now: instant(now)).months.map(\.books) == [2])
  }
}
