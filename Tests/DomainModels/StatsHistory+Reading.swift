import Chronology
import Domain

extension StatsHistory {
  /// Adds a work to the library, finished at `finished` if it is not nil.
  mutating func book(
    _ id: String, finished: String? = nil, rating: Double? = nil, culture: String? = nil, genres: [String] = [],
    pages: Int? = nil
  ) {
    append(
      .reading(.workSaved(WorkSaved(work: Work(id: id, title: "Title of \(id)", pageCount: pages, genres: genres)))))
    finish(id, finished, rating: rating)
    if let culture {
      append(
        .diversity(
          .valueSet(
            DiversityValueSet(
              workId: id, dimension: .culturalOrigin, value: culture, points: 5, at: Instant(seconds: 0)))))
    }
  }

  /// Nil clears the finish.
  mutating func finish(_ id: String, _ at: String?, rating: Double? = nil) {
    let entry = LibraryEntry(
      workId: id, status: at == nil ? .reading : .finished, rating: rating, finishedAt: at.map(instant))
    append(.reading(.entrySaved(EntrySaved(entry: entry))))
  }

  @discardableResult
  mutating func read(
    _ start: String, minutes: Double = 30, pages: Int = 10, of work: String = "a"
  ) -> ReadingSession {
    let start = instant(start)
    let session = ReadingSession(
      workId: work, startedAt: start, endedAt: start + Int64(minutes * 60), startPage: 0, endPage: pages)
    append(.reading(.recorded(ReadingRecorded(session: session))))
    return session
  }

  mutating func aim(at target: Int, _ type: GoalType) {
    append(.goals(.set(GoalSet(type: type, target: target))))
  }

  func insights(_ timeframe: ReadingTimeframe = .allTime, now: String) -> ReadingInsights {
    var view = view()
    return view.readingInsights(of: timeframe, now: instant(now))
  }

  func timeline(_ months: Int = 12, now: String) -> [ReadingTimeline.Month] {
    var view = view()
    return view.readingTimeline(months, now: instant(now)).months
  }
}
