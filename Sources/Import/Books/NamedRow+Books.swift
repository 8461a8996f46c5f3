import Chronology
import Domain

/// Values that all lists of books contain.
extension NamedRow {
  func book(
    authors: [String], status: ReadingStatus, dates: ReadingDates, _ calendar: LocalCalendar
  ) throws(RowProblem) -> FoundBook {
    var book = FoundBook(line: line, title: Texts.name(try text("title")))
    book.authors = authors
    for column in ["isbn13", "isbnuid", "isbn", "isbn10", "isbns"] {
      for part in try text(column).split(separator: ",").prefix(ImportLimits.listItems) {
        guard let isbn = ISBN(String(part)), !book.identifiers.contains(isbn.identifier) else { continue }
        book.identifiers.append(isbn.identifier)
      }
    }
    // The number of pages may be written as "xii, 320 p.".
    let pages = try text("numberofpages", "pagecount", "pages")
    let whole = pages.contains(where: { $0 == "," || $0 == "." }) ? Self.thousands(pages) : nil
    let counts = pages.split { !("0"..."9").contains($0) }
    let most = whole.flatMap { LibraryRules.pages($0) } ?? counts.compactMap { Int($0) }.max()
    book.pageCount = most.flatMap { LibraryRules.pages($0) }
    let year = try number("originalpublicationyear", "yearpublished", "publicationyear").map { Int($0) }
    book.publishedYear = year.flatMap { LibraryRules.publishedYears.contains($0) && $0 != 0 ? $0 : nil }
    var entry = FoundEntry(status: status)
    entry.rating = try rating("myrating", "starrating", "rating")
    entry.reads = dates.reads(status)
    if let review = try review(&book) {
      // It belongs to the latest read that has ended.
      if let place = entry.reads.lastIndex(where: { $0.status != .reading }) ?? entry.reads.indices.last {
        entry.reads[place].review = review
      } else {
        book.notes.append("the review is not imported, because the book has no read")
      }
    }
    if status == .finished, dates.spans.last?.finish == nil, let added = dates.addedAt {
      // An earlier version used the later one of the date added and the start.
      let start = dates.spans.last?.start.map { $0.instant ?? calendar.start(of: $0.date(in: calendar).first) }
      entry.madeUpFinish = max(added, start ?? added)
    }
    book.entry = entry
    return book
  }

  private func review(_ book: inout FoundBook) throws(RowProblem) -> ReadReview? {
    let parts = [try text("reviewname"), try text("myreview", "reviewcontent", "review")]
    let text = Texts.paragraphs(parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    guard text.utf8.count > LibraryRules.longestReview, text.unicodeScalars.count > LibraryRules.longestReview else {
      return ReadReview(text)
    }
    book.notes.append("the review is cut to \(LibraryRules.longestReview) characters")
    return ReadReview(String(String.UnicodeScalarView(text.unicodeScalars.prefix(LibraryRules.longestReview))))
  }

  /// Parses "1,234" and "1.234", but not a list such as "12, 320".
  private static func thousands(_ text: String) -> Int? {
    let groups = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    guard groups.count == 2, (1...3).contains(groups[0].count), groups[1].count == 3 else { return nil }
    return Int(groups[0] + groups[1])
  }

  func identified(_ prefix: String, _ column: String) throws(RowProblem) -> [String] {
    let key = try text(column)
    guard (1...40).contains(key.utf8.count), TextRules.isObjectId(key) else { return [] }
    return ["\(prefix):\(key)"]
  }

  /// Returns a whole number, or 0 if the cell is empty or is not one.
  func count(_ column: String) throws(RowProblem) -> Int { Int(Texts.trimmed(try text(column))) ?? 0 }

  /// Returns the ASINs. A printed book's is its ISBN, which is not one of them.
  func asins(_ columns: String...) throws(RowProblem) -> [String] {
    var found: [String] = []
    for column in columns {
      let text = try text(column)
      let isAlphanumeric = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      if text.utf8.count == 10, isAlphanumeric, text.hasPrefix("B") { found.append("asin:" + text) }
    }
    return found
  }

  /// Returns the date of the first column that is not empty.
  func date(_ columns: String...) throws(RowProblem) -> DateText? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty || text == "[]" { continue }
      guard let date = DateText(text) else {
        throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not a date")
      }
      return date
    }
    return nil
  }

  /// Returns a rating from 0 to 5 in quarters, or nil for 0 stars.
  private func rating(_ columns: String...) throws(RowProblem) -> Double? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty { continue }
      guard let stars = Texts.number(text), (0...5).contains(stars) else {
        throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not a rating from 0 to 5")
      }
      return stars == 0 ? nil : (stars * 4).rounded() / 4
    }
    return nil
  }
}

extension FoundBook {
  /// Adds the names of a list as tags, without those of statuses.
  mutating func add(tags text: String, between marks: Character...) {
    var all = WorkTags(tags)
    var (isLong, isFull) = (false, false)
    for part in text.split(whereSeparator: { marks.contains($0) }) {
      let tag = Texts.name(String(part))
      if tag.isEmpty || ReadingStatus(shelf: tag) != nil || all.contains(tag) { continue }
      let count = all.texts.count
      all.add([tag])
      if all.texts.count > count { continue }
      if count == LibraryRules.mostTags { isFull = true } else { isLong = true }
    }
    tags = all.texts
    if isLong {
      notes.append("a tag with control characters or more than \(LibraryRules.longestTag) characters is not imported")
    }
    if isFull { notes.append("only the first \(LibraryRules.mostTags) tags are imported") }
  }
}

/// When a book was read and added, if known.
struct ReadingDates {
  struct Span: Hashable {
    var start: ReadDate?
    var finish: ReadDate?
  }

  /// The last one is the latest read.
  var spans: [Span]
  var addedAt: Instant?
  /// The number of reads, including those without dates.
  var count = 0

  init(start: ReadDate? = nil, finish: ReadDate? = nil, addedAt: Instant?, count: Int = 0) {
    let span = Span(start: start, finish: finish)
    self.init(spans: span == Span() ? [] : [span], addedAt: addedAt, count: count)
  }

  init(spans: [Span], addedAt: Instant?, count: Int = 0) {
    self.spans = spans
    self.addedAt = addedAt
    self.count = count
  }

  var isFinished: Bool { spans.contains { $0.finish != nil } }

  /// Returns the reads of a book with this status. The latest read has that status; the earlier ones are finished.
  func reads(_ status: ReadingStatus) -> [ImportedRead] {
    var spans = spans
    var reads: [ImportedRead] = []
    switch status {
    case .wantToRead: spans.removeAll { $0.finish == nil }
    case .reading:
      // A span without a finish is the open read.
      let open = spans.last.flatMap { $0.finish == nil ? $0 : nil }
      if open != nil { spans.removeLast() }
      reads.append(ImportedRead(status: .reading, start: open?.start))
    case .finished, .abandoned: if spans.isEmpty { spans = [Span()] }
    }
    let isAbandoned = status == .abandoned
    let closed = spans.enumerated().map { place, span in
      ImportedRead(
        status: isAbandoned && place == spans.count - 1 ? .abandoned : .finished,
        start: span.isReversed ? nil : span.start, finish: span.finish)
    }
    let missing = status == .finished ? min(count, LibraryRules.mostReads) - closed.count : 0
    let undated = (0..<max(0, missing)).map { _ in ImportedRead(status: .finished) }
    return undated + closed + reads
  }
}

extension ReadingDates.Span {
  /// Whether the finish is before the start, which then belongs to another read.
  var isReversed: Bool {
    guard let start, let finish else { return false }
    return finish.isCertainlyBefore(start, in: LocalCalendar(zone: .utc))
  }
}

extension ReadingStatus {
  /// Recognises the names of standard shelves. Returns nil for a custom shelf.
  init?(shelf: String) {
    switch Texts.key(shelf) {
    case "read", "finished", "completed", "readbutunowned", "gelesen": self = .finished
    case "currentlyreading", "reading", "rereading", "paused", "onhold": self = .reading
    case "toread", "wanttoread", "wishlist", "tbr": self = .wantToRead
    case "didnotfinish", "dnf", "abandoned", "stoppedreading", "stopped", "gaveup", "unfinished": self = .abandoned
    default: return nil
    }
  }
}

extension LibraryRules {
  /// Returns nil if `count` is not a valid number of pages.
  static func pages(_ count: Int) -> Int? { pageCounts.contains(count) ? count : nil }
}
