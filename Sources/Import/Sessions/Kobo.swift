import Chronology
import Domain

/// Converts the books and interactions in the database of a Kobo reader to works, library entries and sessions.
enum Kobo {
  /// The page of every session, because the database does not contain it.
  private static let unknownPage = 0

  static func read(_ source: ImportSource, into findings: inout Findings) throws(ImportError) {
    let store = try KoboStore(source)
    var times = try times(in: store)
    for book in try store.books() {
      let sessions = KOReader.sessions(of: pages(of: times.removeValue(forKey: book.id) ?? []))
      guard book.status == 1 || book.status == 2 || !sessions.isEmpty else { continue }
      let title = Texts.name(book.title)
      guard !title.isEmpty else {
        findings.reject(.library, line: book.line, "column Title of table 'content' is empty")
        continue
      }
      var found = FoundBook(line: book.line, title: title, authors: Texts.people(book.authors))
      if let isbn = ISBN(book.isbn) { found.identifiers.append(isbn.identifier) }
      // A book of the shop has a number; another one has the path of its file.
      if TextRules.isObjectId("kobo:" + book.id) { found.add(own: ["kobo:" + book.id]) }
      let language = Texts.name(book.language)
      found.language = language.isEmpty ? nil : language
      found.entry = entry(of: book)
      let place = findings.books.count
      try findings.add(found)
      for session in sessions { try findings.add(FoundReading(line: book.line, book: place, pages: session)) }
    }
  }

  /// Times without a time zone are UTC.
  private static func entry(of book: KoboStore.Book) -> FoundEntry? {
    switch book.status {
    case 1: return FoundEntry(status: .reading, reads: [ImportedRead(status: .reading)])
    case 2:
      let end = PointTime.instant(book.finishedAt, LocalCalendar(zone: .utc))
      return FoundEntry(
        status: .finished, reads: [ImportedRead(status: .finished, finish: end.map { .instant($0) })])
    default: return nil
    }
  }

  /// Returns the times of all interactions by book.
  private static func times(in store: KoboStore) throws(ImportError) -> [String: Set<Instant>] {
    var times: [String: Set<Instant>] = [:]
    var count = 0
    try store.forEachEvent { (book: String, found: [Instant]) throws(ImportError) in
      count += found.count
      guard count <= ImportLimits.pageRows else {
        throw ImportError("the Kobo file contains more than \(ImportLimits.pageRows) interactions")
      }
      times[book, default: []].formUnion(found.filter { $0 >= ListeningRules.earliest })
    }
    return times
  }

  /// The book was read between two interactions that are close together. The time after the last one is unknown and
  /// not counted.
  private static func pages(of times: Set<Instant>) -> [FoundReading.Page] {
    let sorted = times.sorted()
    return zip(sorted, sorted.dropFirst()).compactMap { start, next in
      guard next - start <= KOReader.pauseSeconds else { return nil }
      return FoundReading.Page(number: unknownPage, startedAt: start, seconds: next - start, pagesOnDevice: 0)
    }
  }
}
