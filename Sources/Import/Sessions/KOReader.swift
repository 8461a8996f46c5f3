import Chronology
import Domain

/// The reading statistics of KOReader: rows of pages become sessions.
enum KOReader {
  /// Pages that follow each other within this are one session.
  static let pauseSeconds: Int64 = 300

  static func read(_ source: ImportSource, into findings: inout Findings) throws(ImportRefusal) {
    let store = try KOReaderStore(source)
    let books = try store.books()
    let volumes = KOReaderVolumes(books.compactMap(\.self))
    // One book under two checksums, as another copy of its file has, is one book.
    var placeOfKey: [[String]: Int] = [:]
    var placeOfId: [Int64: (book: Int, pagesOnDevice: Int)] = [:]
    var line = 0
    for book in books {
      line += 1
      guard let book else {
        findings.reject(.works, line: line, "a book whose id is no number")
        continue
      }
      let authors = book.people
      let title = Texts.name(volumes.title(of: book))
      guard !title.isEmpty else {
        findings.reject(.works, line: line, "a book without a title")
        continue
      }
      let key = KOReaderVolumes.key(title, authors)
      let place = placeOfKey[key] ?? findings.books.count
      placeOfId[book.id] = (place, book.pages.flatMap { LibraryRules.pages($0) } ?? 0)
      guard placeOfKey.updateValue(place, forKey: key) == nil else { continue }
      var found = FoundBook(line: line, title: title, authors: authors)
      found.pageCount = book.pages.flatMap { LibraryRules.pages($0) }
      let language = book.language.map { Texts.name($0) }
      found.language = language == "" || language == "N/A" ? nil : language
      try findings.add(found)
    }
    var pages = [[FoundReading.Page]](repeating: [], count: findings.books.count)
    var rowNumber = 0
    try store.forEachPage { row in
      rowNumber += 1
      guard let row else { return findings.reject(.reading, line: rowNumber, "is no row of pages") }
      guard let (place, pagesOnDevice) = placeOfId[row.book] else {
        return findings.reject(.reading, line: rowNumber, "a row of pages of no book that can be imported")
      }
      // A page of no seconds was turned past.
      guard row.page.seconds > 0 else { return }
      var page = row.page
      // Years ago the rows did not say it.
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

  /// From a first page to a last one.
  static func sessions(of rows: [FoundReading.Page]) -> [ArraySlice<FoundReading.Page>] {
    // A clock that was set back stores later rows with earlier times: what counts is the time.
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
