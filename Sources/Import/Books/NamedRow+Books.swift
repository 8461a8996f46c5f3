import Chronology
import Domain

/// Values that all lists of books contain.
extension NamedRow {
  func book(authors: [String], status: ReadingStatus, dates: ReadingDates) throws(RowProblem) -> FoundBook {
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
    entry.startedAt = dates.startedAt
    if status == .finished {
      // A finished book needs an end, for which the service would use today.
      guard let end = dates.finishedAt ?? dates.addedAt else {
        throw RowProblem("the book is read, but its date read and date added are missing")
      }
      entry.finishedAt = end
      if let start = dates.startedAt, start > end {
        // A date added is not an end of reading. If the start is after the date read, it belongs to another reading.
        if dates.finishedAt == nil { entry.finishedAt = start } else { entry.startedAt = nil }
      }
    }
    book.entry = entry
    return book
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
  func date(_ calendar: LocalCalendar, _ columns: String...) throws(RowProblem) -> Instant? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty || text == "[]" { continue }
      guard let date = DateText(text) else {
        throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not a date")
      }
      return date.instant(calendar)
    }
    return nil
  }

  /// Returns a rating from 0 to 5 in halves, or nil for 0 stars.
  private func rating(_ columns: String...) throws(RowProblem) -> Double? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty { continue }
      guard let stars = Texts.number(text), (0...5).contains(stars) else {
        throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not a rating from 0 to 5")
      }
      return stars == 0 ? nil : (stars * 2).rounded() / 2
    }
    return nil
  }
}

/// When a book was started, finished and added, if known.
struct ReadingDates {
  var startedAt: Instant?
  var finishedAt: Instant?
  var addedAt: Instant?
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
