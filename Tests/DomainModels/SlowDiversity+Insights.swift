import Chronology
import Domain
import Foundation
import SlowModels

/// The figures of reading in the most obvious way: scan all books and sessions for every figure, and the days of a
/// timeframe one by one. Figures are JSON values without null members.
extension SlowDiversity {
  /// Returns a string that all days of the timeframe share.
  private func name(_ timeframe: ReadingTimeframe, _ day: Day) -> String {
    switch timeframe {
    case .week: day.startOfWeek.description
    case .month: String(day.description.dropLast(3))
    case .year: String(day.description.dropLast(6))
    case .allTime: "all"
    }
  }

  private func days(_ timeframe: ReadingTimeframe, around day: Day) -> [Day] {
    let (reach, wanted) = (timeframe == .week ? 7 : timeframe == .month ? 31 : 370, name(timeframe, day))
    return (-reach...reach).map { day + $0 }.filter { name(timeframe, $0) == wanted }
  }

  private var finishes: [SlowShelf.Finish] { shelf.finishes(calendar).filter { works[$0.workId] != nil } }

  /// Returns the reads that were finished on a matching day.
  private func finished(_ matches: (Day) -> Bool) -> [SlowShelf.Finish] {
    finishes.filter { $0.isOn(calendar, matches) }
  }

  private func cultures(_ books: [SlowShelf.Finish]) -> [String: Int] {
    let works = Set(books.map(\.workId))
    return Dictionary(works.compactMap { values[$0]?[.culturalOrigin].map { ($0, 1) } }, uniquingKeysWith: +)
  }

  private struct Figures {
    var books: [SlowShelf.Finish]
    var pages: Int
    var minutes: Int
    var cultures: Int
  }

  private func figures(_ matches: (Day) -> Bool, isAllTime: Bool = false) -> Figures {
    let books = isAllTime ? finishes : finished(matches)
    let sessions = sessions.values.filter { matches(calendar.day(of: $0.startedAt)) }
    return Figures(
      books: books, pages: sessions.reduce(0) { $0 + max(0, $1.endPage - $1.startPage) },
      minutes: sessions.reduce(0) { $0 + Int($1.endedAt - $1.startedAt) / 60 }, cultures: cultures(books).count)
  }

  /// 0…100 to one decimal.
  private func evenness(_ counts: [Int], among values: Int) -> Double {
    guard counts.count > 1 else { return 0 }
    let total = Double(counts.reduce(0, +))
    let entropy = counts.sorted().map { -(Double($0) / total) * log(Double($0) / total) }.reduce(0, +)
    return (entropy / log(Double(values)) * 1_000).rounded() / 10
  }

  func insights(
    _ timeframe: ReadingTimeframe, comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> [String: Any] {
    let today = calendar.day(of: now)
    let whole = Set(days(timeframe, around: today))
    let isAllTime = timeframe == .allTime
    let shown = figures({ isAllTime || whole.contains($0) }, isAllTime: isAllTime)
    var answer = members(of: shown, days: daysSoFar(timeframe, today), isAllTime: isAllTime)
    answer["timeframe"] = timeframe.rawValue
    answer["streak"] = ["current": streaks.currentStreak(now: now), "longest": streaks.longestStreak]
    answer["trends"] = trends(timeframe, shown, today)
    if !isAllTime, let compared {
      let before = previous(timeframe, today)
      let days = compared.slowDays(whole.min()!...today, previous: before.min()!...before.max()!)
      var comparison = members(of: figures(days.contains), days: days.upperBound - days.lowerBound + 1)
      comparison["from"] = days.lowerBound.description
      comparison["to"] = days.upperBound.description
      answer["comparison"] = comparison
    }
    return answer.merging(progress(today)) { $1 }
  }

  private func members(of shown: Figures, days: Int, isAllTime: Bool = false) -> [String: Any] {
    let ratings = shown.books.compactMap(\.read.rating)
    let distinct = Set(shown.books.map(\.workId))
    let genres = Dictionary(
      distinct.flatMap { book in Set(works[book]?.genres ?? []).map { ($0, 1) } }, uniquingKeysWith: +)
    let undated = shown.books.count { finish in
      if isAllTime { return finish.end == nil }
      if case .year? = finish.read.finishedOn { return true } else { return false }
    }
    let formats = Dictionary(shown.books.map { ($0.read.format, 1) }, uniquingKeysWith: +)
    var answer: [String: Any] = [
      "booksRead": shown.books.count, "works": distinct.count,
      "rereads": shown.books.count { $0.isReread }, "undated": undated,
      "byFormat": [
        "print": formats[.print] ?? 0, "ebook": formats[.ebook] ?? 0, "audio": formats[.audio] ?? 0,
        "unknown": formats[nil] ?? 0,
      ], "pagesRead": shown.pages,
      "minutesRead": shown.minutes, "culturesExplored": shown.cultures,
      "velocity": [
        "booksPerMonth": Double(shown.books.count) / Double(days) * 30.4375,
        "pagesPerDay": Double(shown.pages) / Double(days),
      ],
      "genres": [
        "count": genres.count, "evenness": evenness(Array(genres.values), among: max(2, genres.count)),
        "top": genres.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .enumerated().sorted { ($1.element.value, $0.offset) < ($0.element.value, $1.offset) }.prefix(5)
          .map { ["genre": $0.element.key, "books": $0.element.value] },
      ],
    ]
    if !ratings.isEmpty { answer["averageRating"] = ratings.reduce(0, +) / Double(ratings.count) }
    return answer
  }

  /// Computes the figures of a reader who has only the selected books. Goals and streak ignore the filter.
  func insights(
    _ timeframe: ReadingTimeframe, only filter: BookFilter, comparedWith compared: ComparedPeriod? = nil, now: Instant
  ) -> [String: Any] {
    var kept = self
    kept.works = works.filter { id, work in
      (filter.genre.map(work.genres.contains) ?? true)
        && (filter.culture == nil || value(id, .culturalOrigin) == filter.culture)
        && (filter.timePeriod == nil || value(id, .timePeriod) == filter.timePeriod)
    }
    kept.sessions = sessions.filter { kept.works[$0.key.workId] != nil }
    let all = insights(timeframe, now: now)
    return kept.insights(timeframe, comparedWith: compared, now: now).merging(
      all.filter { ["readingProgress", "culturalProgress", "overallCompletion", "streak"].contains($0.key) }
    ) { $1 }
  }

  private func daysSoFar(_ timeframe: ReadingTimeframe, _ today: Day) -> Int {
    guard timeframe == .allTime else { return days(timeframe, around: today).count { $0 <= today } }
    let days = sessions.values.map { calendar.day(of: $0.startedAt) } + finishes.compactMap { $0.day(calendar) }
    guard let first = days.min() else { return 1 }
    return max(1, today - first + 1)
  }

  private func trends(_ timeframe: ReadingTimeframe, _ shown: Figures, _ today: Day) -> [String: Any] {
    guard timeframe != .allTime else { return [:] }
    let before = figures(previous(timeframe, today).contains)
    func trend(_ current: Int, _ previous: Int) -> [String: Any]? {
      guard previous > 0 else { return nil }
      let gained = Double(current - previous)
      let change = gained * 100 / Double(previous)
      return [
        "current": current, "previous": previous, "changePercent": (gained * 1_000 / Double(previous)).rounded() / 10,
        "direction": abs(change) < 1 ? "flat" : change > 0 ? "up" : "down",
      ]
    }
    var trends: [String: Any] = [:]
    trends["booksRead"] = trend(shown.books.count, before.books.count)
    trends["pagesRead"] = trend(shown.pages, before.pages)
    trends["minutesRead"] = trend(shown.minutes, before.minutes)
    trends["culturesExplored"] = trend(shown.cultures, before.cultures)
    return trends
  }

  /// Returns as many days of the previous timeframe as have passed.
  private func previous(_ timeframe: ReadingTimeframe, _ today: Day) -> Set<Day> {
    let own = days(timeframe, around: today)
    return Set(days(timeframe, around: own[0] + -1).prefix(own.count { $0 <= today }))
  }

  /// In integers, so that halves are exact.
  private func progress(_ today: Day) -> [String: Any] {
    let year = figures { name(.year, $0) == name(.year, today) }
    let yearEnd = calendar.start(of: Day(year: today.civil.year + 1, month: 1, day: 1))
    let bookTarget = targets.target(of: .annualReading, before: yearEnd)
    let cultureTarget = targets.target(of: .culturalDiversity, before: yearEnd)
    let books = min(year.books.count, bookTarget)
    let cultures = min(year.cultures, cultureTarget)
    func percent(_ part: Int, _ whole: Int) -> Double { Double((2_000 * part + whole) / (2 * whole)) / 10 }
    return [
      "readingProgress": percent(books, bookTarget), "culturalProgress": percent(cultures, cultureTarget),
      "overallCompletion": percent(
        books * cultureTarget + cultures * bookTarget, 2 * bookTarget * cultureTarget),
    ]
  }

  /// Reuses the rule for listening, treating every session as completed.
  private var streaks: SlowListening {
    var listening = SlowListening()
    listening.settings = settings
    listening.sessions = sessions.values.map {
      ListeningSession(storyId: "", startedAt: $0.startedAt, endedAt: $0.endedAt, completed: true, duration: 1)
    }
    return listening
  }

  func timeline(_ count: Int, now: Instant) -> [String: Any] {
    var (year, month, _) = calendar.day(of: now).civil
    var months: [[String: Any]] = []
    for _ in 0..<count {
      let name = "\(year)-\(month < 10 ? "0" : "")\(month)"
      let books = finished { self.name(.month, $0) == name }
      var shown: [String: Any] = ["month": name, "books": books.count]
      let cultures = cultures(books)
      if !cultures.isEmpty { shown["diversityPercentage"] = evenness(Array(cultures.values), among: 10) }
      months.insert(shown, at: 0)
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
    }
    return ["months": months]
  }
}
