/// Reads the rows of a table by the names of their columns.
struct NamedTable {
  private var table = CSVReader()
  private var rows: NamedRows

  /// Each list contains columns of which the table needs one. `missing` is the error without them and names the file
  /// to choose.
  init(requiring required: [[String]], orElse missing: String) {
    rows = NamedRows(required: required, missing: missing)
  }

  /// Converts the rows that are not blank to items and adds those. An error of `item` rejects the row.
  mutating func read<Item>(
    _ bytes: ArraySlice<UInt8>, into findings: inout Findings, as kind: ImportReport.Kind,
    _ item: (NamedRow) throws(RowProblem) -> Item?, _ add: (Item, inout Findings) throws(ImportError) -> Void
  ) throws(ImportError) {
    var rows = rows
    defer { self.rows = rows }
    try table.read(bytes) { row throws(ImportError) in
      if let found = try rows.take(row, &findings, kind, item) { try add(found, &findings) }
    }
  }

  mutating func finish<Item>(
    into findings: inout Findings, as kind: ImportReport.Kind, _ item: (NamedRow) throws(RowProblem) -> Item?,
    _ add: (Item, inout Findings) throws(ImportError) -> Void
  ) throws(ImportError) {
    var rows = rows
    defer { self.rows = rows }
    try table.finish { row throws(ImportError) in
      if let found = try rows.take(row, &findings, kind, item) { try add(found, &findings) }
    }
    guard rows.hasNames else { throw ImportError(rows.missing) }
  }
}

/// The rows of the table. One of the first contains the names of the columns.
private struct NamedRows {
  /// Some apps write a line about the file before the names.
  private static let mostLinesBeforeNames = 3

  let required: [[String]]
  let missing: String
  private var names: ColumnNames?
  private var linesBefore = 0

  init(required: [[String]], missing: String) {
    self.required = required
    self.missing = missing
  }

  var hasNames: Bool { names != nil }

  mutating func take<Item>(
    _ row: CSVRow, _ findings: inout Findings, _ kind: ImportReport.Kind,
    _ item: (NamedRow) throws(RowProblem) -> Item?
  ) throws(ImportError) -> Item? {
    guard let names else {
      try takeNames(row)
      return nil
    }
    do throws(RowProblem) {
      if row.isCutOff { throw RowProblem("a quote is not closed") }
      if try row.isBlank(orLatin: false) { return nil }
      return try item(NamedRow(row: row, names: names, isLatin: false))
    } catch {
      findings.reject(kind, line: row.line, error.reason)
      return nil
    }
  }

  private mutating func takeNames(_ row: CSVRow) throws(ImportError) {
    let found: ColumnNames
    do throws(RowProblem) {
      found = try ColumnNames(row, orLatin: false)
    } catch {
      throw ImportError("line \(row.line): \(error.reason)")
    }
    if required.allSatisfy({ list in list.contains { !found[$0].isEmpty } }) { return names = found }
    linesBefore += 1
    guard linesBefore < Self.mostLinesBeforeNames else { throw ImportError(missing) }
  }
}
