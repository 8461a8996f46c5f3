import Service

/// A table for a terminal. Each column is as wide as its widest cell.
public enum TextTable {
  public static func text(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(VisibleText.line) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = row.enumerated().map { padded($0.element, widths[$0.offset] + 2) }.joined()[...]
      while line.last == " " { line = line.dropLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Appends spaces up to `width`, but at least one.
  public static func padded(_ text: String, _ width: Int) -> String {
    text.count < width ? text + String(repeating: " ", count: width - text.count) : text + " "
  }
}
