public import Chronology

/// A library entry with the values of its work that a query reads.
public struct LibraryRow: Sendable {
  /// Without reviews. The reads are empty if the query does not need them.
  public var record: LibraryRecord
  public var addedAt: Instant?
  public var title: String
  public var authors: [String]
  public var genres: [String]
  public var tags: WorkTags
  public var series: String?
  public var pageCount: Int?

  public init(
    record: LibraryRecord, addedAt: Instant? = nil, title: String = "", authors: [String] = [], genres: [String] = [],
    tags: WorkTags = WorkTags(), series: String? = nil, pageCount: Int? = nil
  ) {
    self.record = record
    self.addedAt = addedAt
    self.title = title
    self.authors = authors
    self.genres = genres
    self.tags = tags
    self.series = series
    self.pageCount = pageCount
  }
}

/// Selects and orders entries of the library. All given criteria must match.
public struct LibraryQuery: Hashable, Sendable {
  public var status: ReadingStatus?
  public var q: String?
  public var tag: String?
  public var series: String?
  /// The year of a finished read.
  public var year: Int?
  /// The format of a read; with a year, of one that was finished in it.
  public var format: ReadFormat?
  /// That of the latest read.
  public var rating: Double?
  public var genre: String?
  public var sort: LibrarySort?

  public init() {}

  public func check() throws(Rejection) {
    var violations = LibraryRules.violations(ofRating: rating)
    for (text, field) in [(tag, "tag"), (series, "series"), (genre, "genre")] {
      if let text { violations += TextRules.violations(ofText: text, field) }
    }
    try violations.reject()
  }

  /// Whether the query has only the criteria that existed before the others. Its cursors are work ids.
  public var isPlain: Bool {
    tag == nil && series == nil && year == nil && format == nil && rating == nil && genre == nil && sort == nil
  }

  /// A number of the whole query, by which a cursor of another query is recognised.
  public var fingerprint: String {
    let numbers = [year.map { "\($0)" }, rating.map { "\($0)" }]
    let parts = [status?.rawValue, q, tag, series, format?.rawValue, genre, sort?.rawValue] + numbers
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      // Neither byte occurs in UTF-8.
      for byte in part.map({ Array($0.utf8) + [0xFF] }) ?? [0xFE] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 36)
  }
}

/// A query whose texts are prepared for many rows.
public struct LibrarySelection: Sendable {
  private let query: LibraryQuery
  private let words: SearchWords
  private let tag: String?
  private let series: String?
  private let genre: String?
  private let days: FinishDays
  private let calendar: LocalCalendar

  public init(_ query: LibraryQuery, in calendar: LocalCalendar) {
    self.query = query
    self.calendar = calendar
    words = SearchWords(query.q ?? "")
    tag = query.tag.map(Self.key)
    series = query.series.map(Self.key)
    genre = query.genre.map(Self.key)
    days = FinishDays(year: query.year)
  }

  /// The number of search words.
  public var wordCount: Int { words.count }

  // The values of a row that the query reads. The others may be left out.
  public var needsAuthors: Bool { words.count > 0 || query.sort?.field == .author }
  public var needsGenres: Bool { genre != nil }
  public var needsTags: Bool { tag != nil }
  public var needsReads: Bool {
    if query.status != nil || query.year != nil || query.format != nil || query.rating != nil { return true }
    switch query.sort?.field {
    case .started, .finished, .rating: return true
    case nil, .title, .author, .added, .pages: return false
    }
  }

  /// The tags, the series and the genre are compared as a whole, without case and without white space at the ends.
  public func matches(_ row: LibraryRow) -> Bool {
    guard words.count == 0 || words.match([row.title] + row.authors) else { return false }
    if let tag, !row.tags.texts.contains(where: { Self.key($0) == tag }) { return false }
    if let series, row.series.map(Self.key) != series { return false }
    if let genre, !row.genres.contains(where: { Self.key($0) == genre }) { return false }
    if query.status != nil || query.rating != nil {
      let summary = row.record.summary(in: calendar)
      if let status = query.status, summary.status != status { return false }
      if let rating = query.rating, summary.rating != rating { return false }
    }
    return query.year == nil && query.format == nil || hasRead(row.record)
  }

  private func hasRead(_ record: LibraryRecord) -> Bool {
    record.counted(in: calendar).contains { read in
      if query.year != nil, read.status != .finished || !days.contain(read.finish, in: calendar) { return false }
      return query.format == nil || read.format == query.format
    }
  }

  /// Returns the position of an entry in the order of the query.
  public func place(of row: LibraryRow) -> LibraryPlace {
    LibraryPlace(value(of: row), row.record.entry.workId)
  }

  private func value(of row: LibraryRow) -> LibraryPlace.Value {
    switch query.sort?.field {
    case nil: .none
    case .title: Self.letters(of: row.title)
    case .author: row.authors.first.map(Self.letters) ?? .none
    case .added: .optional(row.addedAt?.seconds)
    case .started: .optional(row.record.summary(in: calendar).start?.end(in: calendar))
    case .finished: .optional(row.record.summary(in: calendar).finish?.end(in: calendar))
    case .rating: .optional(row.record.summary(in: calendar).rating.map { Int64($0 * 4) })
    case .pages: .optional(row.pageCount.map { Int64($0) })
    }
  }

  /// The words without case and accents. A text without letters and digits is ordered as it is.
  private static func letters(of text: String) -> LibraryPlace.Value {
    let folded = FoldedText([text]).scalars.dropFirst()
    let scalars = folded.isEmpty ? Array(text.unicodeScalars) : Array(folded)
    return .text(Array(String(String.UnicodeScalarView(scalars.prefix(LibraryPlace.letters))).utf8))
  }

  private static func key(_ text: String) -> String { TextRules.trimmed(text).lowercased() }
}

extension LibraryPlace.Value {
  fileprivate static func optional(_ number: Int64?) -> Self { number.map { .number($0) } ?? .none }
}

/// The part of a sorted list after a position. It keeps only as many entries as a page needs.
public struct SortedPage<Item> {
  private let after: LibraryPlace?
  private let limit: Int
  private let isDescending: Bool
  /// In order; one more than the limit if another page follows.
  public private(set) var items: [(place: LibraryPlace, item: Item)] = []

  public init(after: LibraryPlace?, limit: Int, isDescending: Bool) {
    self.after = after
    self.limit = limit
    self.isDescending = isDescending
  }

  public mutating func add(_ item: Item, at place: LibraryPlace) {
    if let after, !after.precedes(place, isDescending: isDescending) { return }
    if items.count > limit, let last = items.last, !place.precedes(last.place, isDescending: isDescending) { return }
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].place.precedes(place, isDescending: isDescending) { low = middle + 1 } else { high = middle }
    }
    items.insert((place, item), at: low)
    if items.count > limit + 1 { items.removeLast() }
  }
}
