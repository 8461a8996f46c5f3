import API
import Chronology
import Domain

/// Reads a table with one book per row.
struct BookTable: FormatReader {
  /// The columns and values of one app.
  struct Dialect: Sendable {
    /// The name of the app.
    var name: String
    var format: ImportFormat
    /// One of these columns must exist. Only exports of this app have the first one.
    var columns: [String]
    var separator: UInt8?
    /// Whether bytes that are not UTF-8 are read as ISO 8859-1.
    var isLatin = false
    var book: @Sendable (NamedRow, LocalCalendar) throws(RowProblem) -> FoundBook

    static let all = [
      goodreads, storygraph, librarything, bookwyrm, hardcover, calibre, openreads, openlibrary,
    ]
  }

  private var table: CSVReader
  private var books: BookRows

  init(_ dialect: Dialect, _ calendar: LocalCalendar) {
    table = CSVReader(separator: dialect.separator)
    books = BookRows(dialect: dialect, calendar: calendar)
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    var books = books
    defer { self.books = books }
    try table.read(bytes) { row throws(ImportError) in try books.take(row, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    var books = books
    try table.finish { row throws(ImportError) in try books.take(row, &findings) }
    guard books.hasHeader else { throw ImportError("the file is empty") }
  }
}

/// The rows of the table. The first one contains the names of the columns.
private struct BookRows {
  let dialect: BookTable.Dialect
  let calendar: LocalCalendar
  private var names: ColumnNames?

  init(dialect: BookTable.Dialect, calendar: LocalCalendar) {
    self.dialect = dialect
    self.calendar = calendar
  }

  var hasHeader: Bool { names != nil }

  mutating func take(_ row: CSVRow, _ findings: inout Findings) throws(ImportError) {
    guard let names else { return names = try header(row) }
    var found: FoundBook?
    do throws(RowProblem) {
      found = try book(row, names)
    } catch {
      findings.reject(.library, line: row.line, error.reason)
    }
    guard let found else { return }
    for note in found.notes { findings.note(line: row.line, note) }
    try findings.add(found)
  }

  private func header(_ row: CSVRow) throws(ImportError) -> ColumnNames {
    let names: ColumnNames
    do throws(RowProblem) {
      names = try ColumnNames(row, orLatin: dialect.isLatin)
    } catch {
      throw ImportError("line \(row.line): \(error.reason)")
    }
    if let error = KnownFormat(names)?.error(chosen: dialect.format) { throw error }
    for columns in [["Title"], dialect.columns] where !names.contains(oneOf: columns) {
      throw ImportError("line \(row.line): column \(columns[0]) is missing; choose an export of \(dialect.name)")
    }
    return names
  }

  /// Returns nil for a row of separators only, which spreadsheets leave at the end.
  private func book(_ row: CSVRow, _ names: ColumnNames) throws(RowProblem) -> FoundBook? {
    if row.isCutOff { throw RowProblem("a quote is not closed") }
    if try row.isBlank(orLatin: dialect.isLatin) { return nil }
    let book = try dialect.book(NamedRow(row: row, names: names, isLatin: dialect.isLatin), calendar)
    guard !book.title.isEmpty else { throw RowProblem("column Title is empty") }
    return book
  }
}
