import Chronology
import Domain

/// Converts the pages in the reading statistics of KOReader to sessions.
enum KOReader {
  /// The longest gap between two pages of a session.
  static let pauseSeconds: Int64 = 300

  static func read(_ source: ImportSource, into findings: inout Findings) throws(ImportError) {
    if try KoInsight.isFormat(of: source) { return try KoInsight.read(source, into: &findings) }
    let store = try KOReaderStore(source)
    try read(try store.books(), into: &findings) { body throws(ImportError) in try store.forEachPage(body) }
  }

  /// Adds books and the sessions of their pages. A nil is a row that cannot be used.
  static func read(
    _ books: [KOReaderStore.Book?], into findings: inout Findings,
    pages forEachPage: ((KOReaderStore.PageRow?) -> Void) throws(ImportError) -> Void
  ) throws(ImportError) {
    let volumes = KOReaderVolumes(books.compactMap(\.self))
    // Copies of a book's file have different checksums but are one book.
    var placeOfKey: [[String]: Int] = [:]
    var placeOfId: [Int64: (book: Int, pagesOnDevice: Int)] = [:]
    var line = 0
    for book in books {
      line += 1
      guard let book else {
        findings.reject(.works, line: line, "column id of table 'book' is not a number")
        continue
      }
      let authors = book.people
      let title = Texts.name(volumes.title(of: book))
      guard !title.isEmpty else {
        findings.reject(.works, line: line, "column title of table 'book' is empty")
        continue
      }
      let key = KOReaderVolumes.key(title, authors)
      let place = placeOfKey[key] ?? findings.books.count
      placeOfId[book.id] = (place, book.pages.flatMap { LibraryRules.pages($0) } ?? 0)
      guard placeOfKey.updateValue(place, forKey: key) == nil else {
        if let md5 = book.document { findings.add(document: md5, toBook: place) }
        continue
      }
      var found = FoundBook(line: line, title: title, authors: authors)
      found.pageCount = book.pages.flatMap { LibraryRules.pages($0) }
      let language = book.language.map { Texts.name($0) }
      found.language = language == "" || language == "N/A" ? nil : language
      found.documents = book.document.map { [$0] } ?? []
      try findings.add(found)
    }
    var pages = [[FoundReading.Page]](repeating: [], count: findings.books.count)
    var rowNumber = 0
    try forEachPage { row in
      rowNumber += 1
      guard let row else {
        return findings.reject(.reading, line: rowNumber, "a page row has a value that is missing or out of range")
      }
      guard let (place, pagesOnDevice) = placeOfId[row.book] else {
        return findings.reject(.reading, line: rowNumber, "the book of this page row cannot be imported")
      }
      // A page of 0 seconds was skipped.
      guard row.page.seconds > 0 else { return }
      var page = row.page
      // Old files do not contain this value.
      if page.pagesOnDevice == 0 { page.pagesOnDevice = pagesOnDevice }
      pages[place].append(page)
    }
    for place in pages.indices {
      let line = findings.books[place].line
      for session in sessions(of: pages[place]) {
        try findings.add(FoundReading(line: line, book: place, pages: session))
      }
      pages[place] = []
    }
  }

  /// Splits the pages of a book into sessions.
  static func sessions(of rows: [FoundReading.Page]) -> [ArraySlice<FoundReading.Page>] {
    // Rows are out of order if the device's clock was set back.
    let rows = rows.sorted { ($0.startedAt, $0.seconds, $0.number) < ($1.startedAt, $1.seconds, $1.number) }
    var found: [ArraySlice<FoundReading.Page>] = []
    var first = 0
    var end = Instant.earliestText
    for (place, row) in rows.enumerated() {
      if place > first, row.startedAt - end > pauseSeconds {
        found.append(rows[first..<place])
        (first, end) = (place, row.startedAt)
      }
      end = max(end, row.endedAt)
    }
    if first < rows.count { found.append(rows[first...]) }
    return found
  }
}
