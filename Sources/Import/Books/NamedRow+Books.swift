import Chronology
import Domain

/// What the lists of books have in common.
extension NamedRow {
  func book(authors: [String], status: ReadingStatus, dates: ReadingDates) throws(RowProblem) -> FoundBook {
    var book = FoundBook(line: line, title: Texts.name(try text("title")))
    book.authors = authors
    for column in ["isbn13", "isbnuid", "isbn", "isbn10", "isbns"] {
      guard let isbn = ISBN(try text(column)), !book.identifiers.contains(isbn.identifier) else { continue }
      book.identifiers.append(isbn.identifier)
    }
    // Pages may stand as the title page counts them: "xii, 320 p.".
    let counts = try text("numberofpages", "pagecount", "pages").split { !("0"..."9").contains($0) }
    book.pageCount = counts.compactMap { Int($0) }.max().flatMap { LibraryRules.pages($0) }
    let year = try number("originalpublicationyear", "yearpublished", "publicationyear").map { Int($0) }
    book.publishedYear = year.flatMap { LibraryRules.publishedYears.contains($0) && $0 != 0 ? $0 : nil }
    var entry = FoundEntry(status: status)
    entry.rating = try rating("myrating", "starrating", "rating")
    entry.startedAt = dates.startedAt
    if status == .finished {
      // What is finished has an end; the service would take today's.
      guard let end = dates.finishedAt ?? dates.addedAt else {
        throw RowProblem("is read, but neither the date read nor the date added is there")
      }
      entry.finishedAt = end
      if let start = dates.startedAt, start > end {
        // A day that it was added says nothing of the reading; of two days of reading the start is another reading's.
        if dates.finishedAt == nil { entry.finishedAt = start } else { entry.startedAt = nil }
      }
    }
    book.entry = entry
    return book
  }

  func identified(_ prefix: String, _ column: String) throws(RowProblem) -> [String] {
    let key = try text(column)
    guard (1...40).contains(key.utf8.count), TextRules.isObjectId(key) else { return [] }
    return ["\(prefix):\(key)"]
  }

  /// The first date of the columns that is there.
  func date(_ calendar: LocalCalendar, _ columns: String...) throws(RowProblem) -> Instant? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty || text == "[]" { continue }
      guard let date = DateText(text) else { throw RowProblem("\(RowProblem.quoted(text)) is no date") }
      return date.instant(calendar)
    }
    return nil
  }

  /// Halves from 0 to 5; no stars are no rating.
  private func rating(_ columns: String...) throws(RowProblem) -> Double? {
    for column in columns {
      let text = try text(column)
      if text.isEmpty { continue }
      guard let stars = Texts.number(text), (0...5).contains(stars) else {
        throw RowProblem("\(RowProblem.quoted(text)) is no rating from 0 to 5")
      }
      return stars == 0 ? nil : (stars * 2).rounded() / 2
    }
    return nil
  }
}

/// When a book was begun, finished and put on the list, as far as it says.
struct ReadingDates {
  var startedAt: Instant?
  var finishedAt: Instant?
  var addedAt: Instant?
}

extension ReadingStatus {
  /// The words of shelves; nil for a shelf of the reader's own.
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
  /// Nil for no count of pages.
  static func pages(_ count: Int) -> Int? { pageCounts.contains(count) ? count : nil }
}
