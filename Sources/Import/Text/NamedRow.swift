/// The columns of a table by name.
struct ColumnNames {
  private var places: [String: [Int]] = [:]

  init(_ row: CSVRow, orLatin: Bool) throws(RowProblem) {
    for column in 0..<row.count {
      let name = Texts.key(try row.text(column, orLatin: orLatin))
      if !name.isEmpty { places[name, default: []].append(column) }
    }
  }

  /// The columns with a name, in their order.
  subscript(_ name: String) -> [Int] { places[name] ?? [] }

  /// Whether one of these columns exists. The names may be written as in the file.
  func contains(oneOf columns: [String]) -> Bool { columns.contains { !self[Texts.key($0)].isEmpty } }
}

/// A row whose cells are read by the names of their columns, which are reduced to letters and digits.
struct NamedRow {
  let row: CSVRow
  let names: ColumnNames
  let isLatin: Bool

  var line: Int { row.line }

  /// Returns the cell of the first of these columns that is not empty.
  func text(_ columns: String...) throws(RowProblem) -> String {
    for name in columns {
      guard let column = names[name].first else { continue }
      let text = try row.text(column, orLatin: isLatin)
      if !text.isEmpty { return text }
    }
    return ""
  }

  func number(_ columns: String...) throws(RowProblem) -> Double? {
    for name in columns {
      guard let column = names[name].first else { continue }
      let text = try row.text(column, orLatin: isLatin)
      if text.isEmpty { continue }
      guard let number = Texts.number(text) else {
        throw RowProblem("column \(name): \(RowProblem.quoted(text)) is not a number")
      }
      return number
    }
    return nil
  }
}
