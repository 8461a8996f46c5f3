/// The names that the columns of a table have, wherever they stand.
struct ColumnNames {
  private var places: [String: [Int]] = [:]

  init(_ row: CSVRow, orLatin: Bool) throws(RowProblem) {
    for column in 0..<row.count {
      let name = Texts.key(try row.text(column, orLatin: orLatin))
      if !name.isEmpty { places[name, default: []].append(column) }
    }
  }

  /// In the order of the columns, where a name stands more than once.
  subscript(_ name: String) -> [Int] { places[name] ?? [] }
}

/// A row whose cells are asked for by the names of their columns, folded to letters and digits.
struct NamedRow {
  let row: CSVRow
  let names: ColumnNames
  let isLatin: Bool

  var line: Int { row.line }

  /// The first of the columns that is there and has something in it.
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
        throw RowProblem("\(RowProblem.quoted(text)) is no number")
      }
      return number
    }
    return nil
  }
}
