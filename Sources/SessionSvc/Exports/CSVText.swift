/// Writes a text as a cell of a CSV file (RFC 4180) that no spreadsheet runs as a formula.
enum CSVText {
  static func cell(_ text: String) -> String { quoted(harmless(text)) }

  /// Returns the text with an apostrophe before everything that could begin a formula. Programs that split lines at
  /// other characters than the comma do not honour quotes within a cell, so a formula can also begin after those.
  private static func harmless(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, text.unicodeScalars.contains(where: isRisky) else { return text }
    var result = ""
    result.unicodeScalars.reserveCapacity(text.utf8.count + 8)
    if first == "\t" || first == "\r" || first == "\n" { result = "'" }
    let isNumber = isNumber(text)
    var isCellStart = true
    for scalar in text.unicodeScalars {
      if isCellStart, isFormulaStart(scalar), !isNumber { result.unicodeScalars.append("'") }
      isCellStart = isSeparator(scalar) || isCellStart && (scalar == "\"" || isBlank(scalar))
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func isRisky(_ scalar: Unicode.Scalar) -> Bool {
    isFormulaStart(scalar) || isSeparator(scalar)
  }

  /// Some programs read the full-width forms too.
  private static func isFormulaStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  /// Whether a program may begin a cell or a line after this. It finds commas between quotes, and does not split there.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ";", "|", "\t", "\r", "\n": true
    default: false
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  /// Whether the text is a plain number, such as -5 or +3.2.
  private static func isNumber(_ text: String) -> Bool {
    guard text.first == "-" || text.first == "+" else { return false }
    let parts = text.dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }) else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}
