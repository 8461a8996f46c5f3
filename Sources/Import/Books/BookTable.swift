import Chronology
import Domain

/// A list of books as a table, a book a row.
struct BookTable: FormatReader {
  /// One list's way of saying things.
  struct Dialect: Sendable {
    /// Where the list comes from, as people call it.
    var name: String
    var separator: UInt8?
    /// Whether what is no UTF-8 is ISO 8859-1.
    var isLatin = false
    var book: @Sendable (NamedRow, LocalCalendar) throws(RowProblem) -> FoundBook
  }

  private var table: CSVReader
  private var books: BookRows

  init(_ dialect: Dialect, _ calendar: LocalCalendar) {
    table = CSVReader(separator: dialect.separator)
    books = BookRows(dialect: dialect, calendar: calendar)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal) {
    var books = books
    defer { self.books = books }
    try table.read(bytes) { row throws(ImportRefusal) in try books.take(row, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportRefusal) {
    var books = books
    try table.finish { row throws(ImportRefusal) in try books.take(row, &findings) }
    guard books.hasHeader else { throw ImportRefusal("the file is empty") }
  }
}

/// The rows of such a table; the first one names the columns.
private struct BookRows {
  let dialect: BookTable.Dialect
  let calendar: LocalCalendar
  private var names: ColumnNames?

  init(dialect: BookTable.Dialect, calendar: LocalCalendar) {
    self.dialect = dialect
    self.calendar = calendar
  }

  var hasHeader: Bool { names != nil }

  mutating func take(_ row: CSVRow, _ findings: inout Findings) throws(ImportRefusal) {
    guard let names else { return names = try header(row) }
    var found: FoundBook?
    do throws(RowProblem) {
      found = try book(row, names)
    } catch {
      findings.reject(.library, line: row.line, error.reason)
    }
    if let found { try findings.add(found) }
  }

  private func header(_ row: CSVRow) throws(ImportRefusal) -> ColumnNames {
    let names: ColumnNames
    do throws(RowProblem) {
      names = try ColumnNames(row, orLatin: dialect.isLatin)
    } catch {
      throw ImportRefusal("line \(row.line) \(error.reason)")
    }
    guard !names["title"].isEmpty else {
      throw ImportRefusal("line \(row.line) has no column Title: is this an export of \(dialect.name)?")
    }
    return names
  }

  /// Nil for a line of separators alone, which spreadsheets leave at the end.
  private func book(_ row: CSVRow, _ names: ColumnNames) throws(RowProblem) -> FoundBook? {
    if row.isCutOff { throw RowProblem("has a quote that does not end") }
    if try row.isBlank(orLatin: dialect.isLatin) { return nil }
    let book = try dialect.book(NamedRow(row: row, names: names, isLatin: dialect.isLatin), calendar)
    guard !book.title.isEmpty else { throw RowProblem("has no title") }
    return book
  }
}
