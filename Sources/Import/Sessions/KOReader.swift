import Chronology
import Domain

/// The reading statistics of KOReader: rows of pages become sessions.
enum KOReader {
  /// Pages that follow each other within this are one session.
  static let pauseSeconds: Int64 = 300

  static func read(_ source: ImportSource, into findings: inout Findings) throws(ImportRefusal) {
    let store = try KOReaderStore(source)
    // One book under two checksums, as another copy of its file has, is one book.
    var placeOfKey: [[String]: Int] = [:]
    var placeOfId: [Int64: Int] = [:]
    var line = 0
    for book in try store.books() {
      line += 1
      let authors = Texts.names(book.authors, between: "\n").filter { $0 != "N/A" }
      let title = Texts.name(book.title)
      guard !title.isEmpty else {
        findings.reject(.works, line: line, "a book without a title")
        continue
      }
      let key = [FoldedText([title]).words.joined(separator: " ")] + authors.map { FoldedText([$0]).words.joined() }
      if let place = placeOfKey[key] {
        placeOfId[book.id] = place
        continue
      }
      (placeOfKey[key], placeOfId[book.id]) = (findings.books.count, findings.books.count)
      var found = FoundBook(line: line, title: title, authors: authors)
      found.pageCount = book.pages.flatMap { LibraryRules.pages($0) }
      let language = book.language.map { Texts.name($0) }
      found.language = language == "" || language == "N/A" ? nil : language
      try findings.add(found)
    }
    var pages = [[KOReaderStore.PageRow]](repeating: [], count: findings.books.count)
    var (rowNumber, problem) = (0, 0)
    try store.forEachPage { row in
      rowNumber += 1
      guard let row, let place = placeOfId[row.book] else { return problem += 1 }
      // A page of no seconds was turned past.
      if row.seconds > 0 { pages[place].append(row) }
    }
    if problem > 0 { findings.reject(.reading, line: rowNumber, "\(problem) rows of pages are of no book or no pages") }
    for (place, rows) in pages.enumerated() {
      for session in sessions(of: rows) {
        try findings.add(reading(session, of: place, line: findings.books[place].line))
      }
    }
  }

  /// From a first page to a last one.
  static func sessions(of rows: [KOReaderStore.PageRow]) -> [ArraySlice<KOReaderStore.PageRow>] {
    // A clock that was set back stores later rows with earlier times: what counts is the time.
    let rows = rows.sorted { ($0.startedAt, $0.seconds, $0.page) < ($1.startedAt, $1.seconds, $1.page) }
    var found: [ArraySlice<KOReaderStore.PageRow>] = []
    var first = 0
    var end: Int64 = .min
    for (place, row) in rows.enumerated() {
      if place > first, row.startedAt - end > pauseSeconds {
        found.append(rows[first..<place])
        (first, end) = (place, .min)
      }
      end = max(end, row.startedAt + row.seconds)
    }
    if first < rows.count { found.append(rows[first...]) }
    return found
  }

  private static func reading(
    _ rows: ArraySlice<KOReaderStore.PageRow>, of book: Int, line: Int
  ) -> FoundReading {
    let (first, last) = (rows[rows.startIndex], rows[rows.endIndex - 1])
    let end = rows.reduce(Int64.min) { max($0, $1.startedAt + $1.seconds) }
    var startPage = first.page
    // The letters may have been made larger in between.
    if first.pagesOnDevice > 0, last.pagesOnDevice > 0, first.pagesOnDevice != last.pagesOnDevice {
      startPage = startPage * last.pagesOnDevice / first.pagesOnDevice
    }
    return FoundReading(
      line: line, book: book, startedAt: Instant(seconds: first.startedAt), endedAt: Instant(seconds: end),
      startPage: startPage, endPage: last.page, pagesOnDevice: last.pagesOnDevice > 0 ? last.pagesOnDevice : nil)
  }
}
