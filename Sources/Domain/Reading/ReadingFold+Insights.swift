import Chronology

extension ReadingFold {
  /// The sums of a range of days.
  struct Figures {
    var finished: FinishedTally
    var pages: Int
    var minutes: Int
  }

  mutating func insights(
    of timeframe: ReadingTimeframe, comparedWith compared: ComparedPeriod? = nil, on today: Day
  ) -> ReadingInsights {
    let shown = timeframe.period.map { figures(of: $0.days(around: today)) } ?? everything
    let before = timeframe.period.map { figures(of: $0.previous(on: today)) }
    var insights = insights(of: timeframe, shown, since: before, from: earliestDay(), on: today)
    if let compared, let days = timeframe.period.map({ compared.days(before: $0, on: today) }) {
      insights.comparison = comparison(of: figures(of: days), in: days)
    }
    return insights
  }

  /// Returns the insights of the selected books. Goals and streak ignore the filter.
  mutating func insights(
    of timeframe: ReadingTimeframe, only filter: BookFilter, comparedWith compared: ComparedPeriod?, on today: Day
  ) -> ReadingInsights {
    let kept = SelectedBooks(filter, of: self)
    func figures(_ days: ClosedRange<Day>) -> Figures {
      self.figures(of: kept, in: DaySpan(from: days.lowerBound, to: days.upperBound, in: calendar)).figures
    }
    guard let period = timeframe.period else {
      let (shown, first) = self.figures(of: kept, in: nil)
      return insights(of: timeframe, shown, since: nil, from: first, on: today)
    }
    var insights = insights(
      of: timeframe, figures(period.days(around: today)), since: figures(period.previous(on: today)), from: nil,
      on: today)
    if let days = compared?.days(before: period, on: today) {
      insights.comparison = comparison(of: figures(days), in: days)
    }
    return insights
  }

  private func comparison(of figures: Figures, in days: ClosedRange<Day>) -> ReadingInsights.Comparison {
    let finished = figures.finished
    return ReadingInsights.Comparison(
      from: days.lowerBound, to: days.upperBound, booksRead: finished.books, works: finished.works,
      rereads: finished.rereads, undated: finished.undated, byFormat: finished.byFormat, pagesRead: figures.pages,
      minutesRead: figures.minutes, culturesExplored: finished.culturesExplored, averageRating: finished.ratings.mean,
      velocity: ReadingInsights.Velocity(books: finished.books, pages: figures.pages, days: days.count),
      genres: ReadingInsights.Genres(finished.genres, names: names.genres))
  }

  private mutating func insights(
    of timeframe: ReadingTimeframe, _ shown: Figures, since before: Figures?, from earliest: Day?, on today: Day
  ) -> ReadingInsights {
    let year = CalendarPeriod.year.days(around: today)
    let thisYear = finished(from: year.lowerBound, to: year.upperBound)
    let yearEnd = calendar.start(of: year.upperBound + 1)
    let reading = progress(thisYear.books, towards: .annualReading, before: yearEnd)
    let cultural = progress(thisYear.culturesExplored, towards: .culturalDiversity, before: yearEnd)
    let both = (reading.part * cultural.whole + cultural.part * reading.whole, reading.whole * cultural.whole * 2)
    let streaks = streaks()
    return ReadingInsights(
      timeframe: timeframe, booksRead: shown.finished.books, works: shown.finished.works,
      rereads: shown.finished.rereads, undated: shown.finished.undated, byFormat: shown.finished.byFormat,
      pagesRead: shown.pages, minutesRead: shown.minutes,
      culturesExplored: shown.finished.culturesExplored, averageRating: shown.finished.ratings.mean,
      readingProgress: Self.percent(reading), culturalProgress: Self.percent(cultural),
      overallCompletion: Self.percent(both),
      velocity: ReadingInsights.Velocity(
        books: shown.finished.books, pages: shown.pages, days: daysSoFar(of: timeframe, from: earliest, on: today)),
      streak: ReadingInsights.Streak(current: streaks.current(on: today), longest: streaks.longest),
      genres: ReadingInsights.Genres(shown.finished.genres, names: names.genres),
      trends: Self.trends(shown, since: before))
  }

  /// Returns `count` months, the last of which is the current one.
  mutating func timeline(_ count: Int, on today: Day) -> ReadingTimeline {
    let firsts = (0..<count).map { today.startOfMonth(after: 1 - count + $0) }
    return ReadingTimeline(
      months: firsts.map { first in
        ReadingTimeline.Month(first, finished(from: first, to: first.startOfMonth(after: 1) + -1))
      })
  }

  private mutating func figures(of days: ClosedRange<Day>) -> Figures {
    let read = sessions.days.read(from: days.lowerBound, to: days.upperBound)
    return Figures(
      finished: finished(from: days.lowerBound, to: days.upperBound), pages: read.pages, minutes: read.minutes)
  }

  private var everything: Figures {
    let days = sessions.days
    let read = days.read(from: days.firstDay, to: days.day(days.cells.count - 1))
    return Figures(finished: finished, pages: read.pages, minutes: read.minutes)
  }

  /// Returns the number of days, including today. All time starts with the first session or finish.
  private func daysSoFar(of timeframe: ReadingTimeframe, from earliest: Day?, on today: Day) -> Int {
    let first = timeframe.period?.firstDay(on: today) ?? earliest ?? today
    return max(1, today - first + 1)
  }

  /// Returns the completed part of the goal, at most the whole.
  private func progress(
    _ count: Int, towards goal: GoalType, before yearEnd: Instant
  ) -> (part: Double, whole: Double) {
    let target = targets.target(of: goal, before: yearEnd)
    return (Double(min(count, target)), Double(target))
  }

  /// To one decimal. Divides last, so that a half is always rounded up.
  private static func percent(_ share: (part: Double, whole: Double)) -> Double {
    (share.part * 1000 / share.whole).rounded() / 10
  }

  private static func trends(_ shown: Figures, since before: Figures?) -> ReadingInsights.Trends {
    func trend(_ figure: (Figures) -> Int) -> Trend? {
      Trend(Double(figure(shown)), since: before.map { Double(figure($0)) })
    }
    return ReadingInsights.Trends(
      booksRead: trend(\.finished.books), pagesRead: trend(\.pages), minutesRead: trend(\.minutes),
      culturesExplored: trend(\.finished.culturesExplored))
  }
}
