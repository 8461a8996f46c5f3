import Charts
import Chronology
import Domain

/// The figures of reports, one line each.
extension StatsReports {
  typealias Figure = Report.Figure

  static func listening(_ summary: ListeningSummary) -> [Figure] {
    [
      Figure("Total listening", ReportWords.minutes(summary.totalListeningTime / 60)),
      Figure("Sessions", ReportWords.count(summary.totalPlayCount)),
      Figure("Stories", ReportWords.count(summary.totalStories)),
      Figure("Current streak", ReportWords.days(summary.currentStreak)),
      Figure("Longest streak", ReportWords.days(summary.longestStreak)),
    ]
  }

  static func reading(_ insights: ReadingInsights) -> [Figure] {
    [
      Figure("Books finished", ReportWords.count(insights.booksRead)),
      Figure("Pages", ReportWords.count(insights.pagesRead)),
      Figure("Time", ReportWords.minutes(Double(insights.minutesRead))),
      Figure("Cultures", ReportWords.count(insights.culturesExplored)),
      Figure("Average rating", ReportWords.optional(insights.averageRating, " of 5")),
      Figure("Books per month", ReportWords.number(insights.velocity.booksPerMonth)),
      Figure("Pages per day", ReportWords.number(insights.velocity.pagesPerDay)),
      Figure("Current streak", ReportWords.days(insights.streak.current)),
      Figure("Longest streak", ReportWords.days(insights.streak.longest)),
    ] + insights.genres.top.map { Figure($0.genre, books($0.books)) }
  }

  static func rucks(_ rucks: RuckAnalytics) -> [Figure] {
    [
      Figure("Rucks", ReportWords.count(rucks.totalSessions)),
      Figure("Distance", ReportWords.kilometres(rucks.totalDistance)),
      Figure("Time", ReportWords.minutes(rucks.totalDuration / 60)),
      Figure("Weight moved", weight(rucks.totalWeightMoved)),
      Figure("Average pace", ReportWords.pace(rucks.averagePace)),
      Figure("Average load", ReportWords.optional(rucks.averageLoad, " kg")),
      Figure("Training streak", weeks(rucks.trainingStreak)),
    ]
  }

  static func achievements(_ standings: [AchievementStanding]) -> [Figure] {
    standings.map { standing in
      Figure(
        standing.title, standing.isUnlocked ? "reached" : "\(Int((standing.progress * 100).rounded(.down)))%")
    }
  }

  static func overall(_ review: YearReview) -> [Figure] {
    var figures: [Figure] = []
    if let day = review.busiestDay {
      figures.append(Figure("Busiest day", "\(ReportWords.day(day.date)), \(ReportWords.minutes(day.minutes))"))
    }
    if let hour = review.busiestHour { figures.append(Figure("Busiest hour", "\(hour < 10 ? "0" : "")\(hour):00")) }
    return figures
  }

  static func listening(_ listening: YearReview.Listening, in period: String) -> [Figure] {
    var figures = [
      Figure("Listened", ReportWords.minutes(listening.seconds / 60)),
      Figure("Sessions", ReportWords.count(listening.plays)),
      Figure("Longest streak", ReportWords.days(listening.longestStreak)),
    ]
    if let story = listening.topStory { figures.append(Figure("Top story", story.title)) }
    if let hero = listening.topHero { figures.append(Figure("Hero of the \(period)", hero.heroName)) }
    return figures
  }

  static func reading(_ reading: YearReview.Reading) -> [Figure] {
    var figures = [
      Figure("Books finished", ReportWords.count(reading.books)),
      Figure("Pages", ReportWords.count(reading.pages)),
      Figure("Time", ReportWords.minutes(Double(reading.minutes))),
      Figure("Cultures", ReportWords.count(reading.culturesExplored)),
      Figure("Longest streak", ReportWords.days(reading.longestStreak)),
    ]
    if let book = reading.fastestBook {
      figures.append(Figure("Fastest book", "\(book.title), \(ReportWords.days(book.days))"))
    }
    if let book = reading.longestBook {
      figures.append(Figure("Longest book", "\(book.title), \(ReportWords.count(book.pageCount)) pages"))
    }
    return figures + reading.topGenres.map { Figure($0.genre, books($0.books)) }
  }

  static func rucks(_ rucks: YearReview.Rucks) -> [Figure] {
    var figures = [
      Figure("Rucks", ReportWords.count(rucks.sessions)),
      Figure("Distance", ReportWords.kilometres(rucks.distance)),
      Figure("Weight moved", weight(rucks.weightMoved)),
    ]
    if let record = rucks.records.longestDistance {
      figures.append(Figure("Longest ruck", ReportWords.kilometres(record.value)))
    }
    if let record = rucks.records.fastestPace { figures.append(Figure("Fastest pace", ReportWords.pace(record.value))) }
    if let record = rucks.records.heaviestLoad {
      figures.append(Figure("Heaviest load", "\(ReportWords.number(record.value)) kg"))
    }
    return figures
  }

  private static func books(_ count: Int) -> String { "\(ReportWords.count(count)) \(count == 1 ? "book" : "books")" }
  private static func weeks(_ count: Int) -> String { "\(ReportWords.count(count)) \(count == 1 ? "week" : "weeks")" }

  /// Converts kilogram metres to tonne kilometres.
  private static func weight(_ value: Double) -> String { "\(ReportWords.number(value / 1_000_000)) t km" }
}
