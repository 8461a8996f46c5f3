import Chronology
import Domain

/// Reads the reading sessions in Amazon's data request. A row has a time and a duration, but neither pages nor, in one
/// of the two lists, a title.
struct Kindle: FormatReader {
  /// The page of every session, because the file does not contain it.
  private static let unknownPage = 0

  private let calendar: LocalCalendar
  private var table = Self.newTable
  private var books = KindleBooks()

  init(_ calendar: LocalCalendar) {
    self.calendar = calendar
  }

  private static var newTable: NamedTable {
    NamedTable(
      requiring: [["asin"], ["totalreadingmillis", "totalreadingmilliseconds"]],
      orElse: "not reading sessions of Kindle; choose Kindle.Devices.ReadingSession.csv or the zip file of the request")
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    let calendar = calendar
    func session(_ row: NamedRow) throws(RowProblem) -> KindleSession? { try KindleSession(row, calendar) }
    var books = books
    self.books = KindleBooks()
    defer { self.books = books }
    try table.read(bytes, into: &findings, as: .reading, session) { session, _ throws(ImportError) in
      try books.add(session)
    }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    try finishFile(into: &findings)
    try addBooks(to: &findings, KindleTitles())
  }

  /// Ends a table. Another one may follow.
  mutating func finishFile(into findings: inout Findings) throws(ImportError) {
    let calendar = calendar
    func session(_ row: NamedRow) throws(RowProblem) -> KindleSession? { try KindleSession(row, calendar) }
    var books = books
    self.books = KindleBooks()
    defer { self.books = books }
    try table.finish(into: &findings, as: .reading, session) { session, _ throws(ImportError) in
      try books.add(session)
    }
    table = Self.newTable
  }

  /// The numbers of the books that have a session.
  var numbers: [String] { books.books.map(\.number) }

  func addBooks(to findings: inout Findings, _ titles: KindleTitles) throws(ImportError) {
    var unnamed = 0
    let first = findings.books.count
    for book in books.books {
      let title = book.title.isEmpty ? titles.title(of: book.number) : book.title
      if title == nil { unnamed += 1 }
      var found = FoundBook(line: book.line, title: title ?? book.number)
      found.authors = titles.authors(of: book.number)
      // A document that the user has sent to the device may have a long number.
      let id = "asin:" + book.number
      if TextRules.isObjectId(id) { found.add(own: [id]) }
      try findings.add(found)
    }
    for (place, session) in books.sessions {
      let page = FoundReading.Page(
        number: Self.unknownPage, startedAt: session.startedAt, seconds: session.seconds, pagesOnDevice: 0)
      try findings.add(FoundReading(line: session.line, book: first + place, pages: [page]))
    }
    guard unnamed > 0 else { return }
    findings.note(
      line: 1, "books without a title are named by their ASIN (\(unnamed)); the zip file of the request has titles")
  }
}

/// A row of the list.
private struct KindleSession {
  var line: Int
  var number: String
  var title: String
  var startedAt: Instant
  var seconds: Int64

  /// Returns nil for a book that was only opened.
  init?(_ row: NamedRow, _ calendar: LocalCalendar) throws(RowProblem) {
    line = row.line
    number = try row.value("asin")
    title = Texts.name(try row.value("productname"))
    guard !number.isEmpty else { throw RowProblem("column ASIN is empty, so the book is unknown") }
    let text = try row.value("totalreadingmillis", "totalreadingmilliseconds")
    guard !text.isEmpty else { throw RowProblem("column totalreadingmillis is empty") }
    guard let milliseconds = Texts.number(text), (0..<1e12).contains(milliseconds) else {
      throw RowProblem("column totalreadingmillis: \(RowProblem.quoted(text)) is not valid")
    }
    var seconds = Int64(milliseconds / 1_000)
    let start = try row.instant(calendar, "starttimestamp", "starttime")
    let end = try row.instant(calendar, "endtimestamp", "endtime")
    if let start, let end {
      guard end >= start else { throw RowProblem("column endtimestamp is before column starttimestamp") }
      if end > start { seconds = min(seconds, end - start) }
    }
    guard let first = start ?? end.map({ $0 + -seconds }) else {
      throw RowProblem("columns starttimestamp and endtimestamp are empty")
    }
    self.seconds = seconds
    startedAt = first
    if seconds == 0 { return nil }
  }
}

/// The sessions of a file, and the books that they belong to.
private struct KindleBooks {
  struct Book {
    var line: Int
    var number: String
    var title: String
  }

  private(set) var books: [Book] = []
  /// Each session with the index of its book.
  private(set) var sessions: [(book: Int, session: KindleSession)] = []
  private var placeOfNumber: [String: Int] = [:]
  /// The index of the session of a book that starts then.
  private var placeOfStart: [Start: Int] = [:]

  private struct Start: Hashable {
    var book: Int
    var time: Instant
  }

  mutating func add(_ session: KindleSession) throws(ImportError) {
    let place = placeOfNumber[session.number] ?? books.count
    if place == books.count {
      placeOfNumber[session.number] = place
      books.append(Book(line: session.line, number: session.number, title: ""))
    }
    if books[place].title.isEmpty { books[place].title = session.title }
    // A device may report a session while it lasts and again at its end. The longest counts, so it comes first.
    let start = Start(book: place, time: session.startedAt)
    if let first = placeOfStart[start] {
      let isLonger = sessions[first].session.seconds < session.seconds
      sessions.append((place, isLonger ? sessions[first].session : session))
      if isLonger { sessions[first].session = session }
    } else {
      placeOfStart[start] = sessions.count
      sessions.append((place, session))
    }
    guard sessions.count > ImportLimits.findings else { return }
    throw ImportError("the file contains more than \(ImportLimits.findings) sessions; split it")
  }
}

extension NamedRow {
  /// Returns the first of these columns that is not empty. Amazon writes `Not Available` for an empty one.
  func value(_ columns: String...) throws(RowProblem) -> String {
    for column in columns {
      let text = try text(column)
      if !text.isEmpty, Texts.key(text) != "notavailable" { return text }
    }
    return ""
  }

  /// Returns the time in the first of these columns that is not empty.
  func instant(_ calendar: LocalCalendar, _ columns: String...) throws(RowProblem) -> Instant? {
    for column in columns {
      let text = try value(column)
      if text.isEmpty { continue }
      guard let instant = PointTime.instant(text, calendar) else {
        throw RowProblem("column \(column): \(RowProblem.quoted(text)) is not a time")
      }
      return instant
    }
    return nil
  }
}
