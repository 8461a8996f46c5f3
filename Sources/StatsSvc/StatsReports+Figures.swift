import Charts
import Chronology
import Domain
import Languages

/// The figures of reports, one line each.
extension StatsReports {
  typealias Figure = Report.Figure

  static func listening(_ summary: ListeningSummary, _ words: ReportWords) -> [Figure] {
    [
      Figure(words.text("Total listening"), words.minutes(summary.totalListeningTime / 60)),
      Figure(words.text("Sessions"), words.count(summary.totalPlayCount)),
      Figure(words.text("Stories"), words.count(summary.totalStories)),
      Figure(words.text("Current streak"), words.days(summary.currentStreak)),
      Figure(words.text("Longest streak"), words.days(summary.longestStreak)),
    ]
  }

  static func reading(_ insights: ReadingInsights, _ words: ReportWords) -> [Figure] {
    var figures = [Figure(words.text("Books finished"), words.count(insights.booksRead))]
    figures += parts(rereads: insights.rereads, audiobooks: insights.byFormat.audio, words)
    figures += [
      Figure(words.text("Pages"), words.count(insights.pagesRead)),
      Figure(words.text("Time"), words.minutes(Double(insights.minutesRead))),
      Figure(words.text("Cultures"), words.count(insights.culturesExplored)),
      Figure(
        words.text("Average rating"),
        insights.averageRating.map { words.text("{rating} of 5", ["rating": words.number($0)]) } ?? words.none),
      Figure(words.text("Books per month"), words.number(insights.velocity.booksPerMonth)),
      Figure(words.text("Pages per day"), words.number(insights.velocity.pagesPerDay)),
      Figure(words.text("Current streak"), words.days(insights.streak.current)),
      Figure(words.text("Longest streak"), words.days(insights.streak.longest)),
    ]
    return figures + insights.genres.top.map { Figure($0.genre, words.books($0.books)) }
  }

  /// The numbers of rereads and audiobooks among the finished books, unless they are 0.
  private static func parts(rereads: Int, audiobooks: Int, _ words: ReportWords) -> [Figure] {
    [(words.text("Rereads"), rereads), (words.text("Audiobooks"), audiobooks)].compactMap { name, count in
      count > 0 ? Figure(name, words.count(count)) : nil
    }
  }

  static func rucks(_ rucks: RuckAnalytics, _ words: ReportWords) -> [Figure] {
    [
      Figure(words.text("Rucks"), words.count(rucks.totalSessions)),
      Figure(words.text("Distance"), words.kilometres(rucks.totalDistance)),
      Figure(words.text("Time"), words.minutes(rucks.totalDuration / 60)),
      Figure(words.text("Weight moved"), words.weight(rucks.totalWeightMoved)),
      Figure(words.text("Average pace"), words.pace(rucks.averagePace)),
      Figure(words.text("Average load"), rucks.averageLoad.map { "\(words.number($0)) kg" } ?? words.none),
      Figure(words.text("Training streak"), words.plural(rucks.trainingStreak, "{count} week", "{count} weeks")),
    ]
  }

  static func achievements(_ standings: [AchievementStanding], _ words: ReportWords) -> [Figure] {
    standings.map { standing in
      Figure(
        standing.title,
        standing.isUnlocked
          ? words.text("figure|reached")
          : words.language.percent("\(Int((standing.progress * 100).rounded(.down)))"))
    }
  }

  static func overall(_ review: YearReview, _ words: ReportWords) -> [Figure] {
    var figures: [Figure] = []
    if let day = review.busiestDay {
      figures.append(
        Figure(words.text("Busiest day"), "\(words.language.longDay(day.date)), \(words.minutes(day.minutes))"))
    }
    if let hour = review.busiestHour {
      figures.append(Figure(words.text("Busiest hour"), "\(hour < 10 ? "0" : "")\(hour):00"))
    }
    return figures
  }

  static func listening(_ listening: YearReview.Listening, isMonth: Bool, _ words: ReportWords) -> [Figure] {
    var figures = [
      Figure(words.text("Listened"), words.minutes(listening.seconds / 60)),
      Figure(words.text("Sessions"), words.count(listening.plays)),
      Figure(words.text("Longest streak"), words.days(listening.longestStreak)),
    ]
    if let story = listening.topStory { figures.append(Figure(words.text("Top story"), story.title)) }
    if let hero = listening.topHero {
      figures.append(
        Figure(
          isMonth ? words.text("Hero of the month") : words.text("Hero of the year"), hero.heroName))
    }
    return figures
  }

  static func reading(_ reading: YearReview.Reading, _ words: ReportWords) -> [Figure] {
    var figures = [Figure(words.text("Books finished"), words.count(reading.books))]
    figures += parts(rereads: reading.rereads, audiobooks: reading.byFormat.audio, words)
    figures += [
      Figure(words.text("Pages"), words.count(reading.pages)),
      Figure(words.text("Time"), words.minutes(Double(reading.minutes))),
      Figure(words.text("Cultures"), words.count(reading.culturesExplored)),
      Figure(words.text("Longest streak"), words.days(reading.longestStreak)),
    ]
    if let book = reading.fastestBook {
      figures.append(Figure(words.text("Fastest book"), "\(book.title), \(words.days(book.days))"))
    }
    if let book = reading.longestBook {
      let pages = words.text("{count} pages", ["count": words.count(book.pageCount)])
      figures.append(Figure(words.text("Longest book"), "\(book.title), \(pages)"))
    }
    return figures + reading.topGenres.map { Figure($0.genre, words.books($0.books)) }
  }

  static func rucks(_ rucks: YearReview.Rucks, _ words: ReportWords) -> [Figure] {
    var figures = [
      Figure(words.text("Rucks"), words.count(rucks.sessions)),
      Figure(words.text("Distance"), words.kilometres(rucks.distance)),
      Figure(words.text("Weight moved"), words.weight(rucks.weightMoved)),
    ]
    if let record = rucks.records.longestDistance {
      figures.append(Figure(words.text("Longest ruck"), words.kilometres(record.value)))
    }
    if let record = rucks.records.fastestPace {
      figures.append(Figure(words.text("Fastest pace"), words.pace(record.value)))
    }
    if let record = rucks.records.heaviestLoad {
      figures.append(Figure(words.text("Heaviest load"), "\(words.number(record.value)) kg"))
    }
    return figures
  }
}
