/// A table for a terminal. Each column is as wide as its widest cell.
public enum TextTable {
  public static func text(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(printable) }
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

  /// Replaces characters that would move a terminal's cursor or break the line with `\u{…}`.
  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
