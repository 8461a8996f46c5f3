import Chronology

/// Selects books by genre, cultural origin and time period. All given criteria must match.
public struct BookFilter: Hashable, Sendable {
  public var genre: String?
  public var culture: String?
  public var timePeriod: String?

  public init(genre: String? = nil, culture: String? = nil, timePeriod: String? = nil) {
    self.genre = genre
    self.culture = culture
    self.timePeriod = timePeriod
  }

  /// Whether the filter selects every book.
  public var selectsAll: Bool { genre == nil && culture == nil && timePeriod == nil }

  public func check() throws(Rejection) {
    var violations: [Rejection.Violation] = []
    if let genre { violations += TextRules.violations(ofText: genre, "genre") }
    violations += Self.violations(of: culture, among: .culturalOrigin, "culture")
    violations += Self.violations(of: timePeriod, among: .timePeriod, "timePeriod")
    try violations.reject()
  }

  private static func violations(
    of value: String?, among dimension: DiversityDimension, _ field: String
  ) -> [Rejection.Violation] {
    guard let value, !dimension.values.contains(value) else { return [] }
    return [.init(field, "must be one of \(dimension.values.joined(separator: ", "))")]
  }
}

extension ReadingFold {
  /// The sums of the selected books and of their sessions. One pass over the log is enough, because days are summed
  /// over all books.
  struct SelectedBooks {
    private var isSelected: [Bool]

    init(_ filter: BookFilter, of fold: ReadingFold) {
      let genre = filter.genre.map { fold.names.genres.known($0) ?? .max }
      let culture = Self.place(of: filter.culture, among: .culturalOrigin)
      let timePeriod = Self.place(of: filter.timePeriod, among: .timePeriod)
      isSelected = []
      isSelected.reserveCapacity(fold.books.count)
      fold.books.forEach { _, book in
        isSelected.append(
          genre.map(book.genres.contains) ?? true && (culture ?? book.culture) == book.culture
            && (timePeriod ?? book.timePeriod) == book.timePeriod)
      }
    }

    /// 255 for a value that no book can have.
    private static func place(of value: String?, among dimension: DiversityDimension) -> UInt8? {
      value.map { value in dimension.values.firstIndex(of: value).map { UInt8($0 + 1) } ?? .max }
    }

    subscript(number: UInt32) -> Bool { isSelected[Int(number)] }
  }

  /// Returns the figures of the books finished and sessions started in the span, and the first day with one of them.
  /// A nil span is all time.
  func figures(of selected: SelectedBooks, in span: DaySpan?) -> (figures: Figures, first: Day?) {
    var figures = Figures(finished: FinishedTally(), pages: 0, minutes: 0)
    var first: Day?
    books.forEach { number, book in
      guard selected[number], book.isFinished else { return }
      let finishes = book.finishes(in: calendar).filter { $0.isIn(span) }
      figures.finished.add(book, finishes, span)
      for day in finishes.compactMap({ $0.read.finish?.day(in: calendar) }) { first = min(first ?? day, day) }
    }
    var firstStart: Int64?
    let (from, to) = (span?.from ?? .min, span?.to ?? .max)
    for chunk in sessions.log.chunks {
      for row in chunk.rows where row.startedAt >= from && row.startedAt < to && selected[row.work] {
        figures.pages += Int(row.pages)
        figures.minutes += row.minutes
        firstStart = min(firstStart ?? row.startedAt, row.startedAt)
      }
    }
    let firstRead = firstStart.map { calendar.day(of: Instant(seconds: $0)) }
    return (figures, [first, firstRead].compactMap(\.self).min())
  }
}
