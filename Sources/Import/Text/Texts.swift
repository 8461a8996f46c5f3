import Domain

/// Converts texts of files to valid values of works and stories.
enum Texts {
  static func trimmed(_ text: String) -> String { TextRules.trimmed(text) }

  /// Returns one line of at most the allowed length, with single spaces.
  static func name(_ text: String) -> String {
    let trimmed = trimmed(text)
    if isPlain(trimmed) { return trimmed }
    var made = String.UnicodeScalarView()
    for scalar in trimmed.unicodeScalars.prefix(TextRules.longestText) {
      let isSpace = scalar.value <= 0x20 || scalar.value == 0x7F
      if isSpace, made.last == " " { continue }
      made.append(isSpace ? " " : scalar)
    }
    return self.trimmed(String(made))
  }

  /// Returns a text of several lines. The line breaks of HTML become line breaks.
  static func paragraphs(_ text: String) -> String {
    var made = text
    for mark in ["<br/>", "<br />", "<br>"] where made.utf8.contains(0x3C) { made = made.replacing(mark, with: "\n") }
    return trimmed(made.contains("\0") ? made.filter { $0 != "\0" } : made)
  }

  /// Whether the text is short, and has no control characters and no runs of spaces.
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= TextRules.longestText else { return false }
    var wasSpace = false
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == 0x20 && wasSpace { return false }
      wasSpace = byte == 0x20
    }
    return true
  }

  /// Splits names at a mark and removes duplicates.
  static func names(_ text: String, between mark: Character) -> [String] {
    var found: [String] = []
    for part in parts(of: text, between: mark) {
      let name = name(part)
      guard !name.isEmpty, !found.contains(name) else { continue }
      found.append(name)
      if found.count == ImportLimits.listItems { break }
    }
    return found
  }

  /// Splits a text at a mark. Bytes are compared if all characters are ASCII, which is faster.
  private static func parts(of text: String, between mark: Character) -> [String] {
    if text.isEmpty { return [] }
    guard let byte = mark.asciiValue, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.split(separator: mark).map { String($0) }
    }
    return text.utf8.split(separator: byte).map { String(Substring($0)) }
  }

  /// Splits the names of people at commas. "Gates, Jr." is one name.
  static func people(_ text: String) -> [String] {
    var found: [String] = []
    for name in names(text, between: ",") {
      if let last = found.last, isSuffix(name) {
        found[found.count - 1] = Texts.name("\(last), \(name)")
      } else {
        found.append(name)
      }
    }
    return found
  }

  private static func isSuffix(_ name: String) -> Bool {
    let words = FoldedText.words(of: name)
    return !words.isEmpty && words.allSatisfy { AuthorKey.suffixes.contains($0) }
  }

  /// Returns the letters and digits in lower case, to compare names of columns and shelves.
  static func key(_ text: String) -> String {
    FoldedText.words(of: text).joined()
  }

  /// Parses a number with a decimal point or comma and thousands separators. Returns nil for other texts.
  static func number(_ text: String) -> Double? {
    var plain: [UInt8] = []
    let marks = text.utf8.enumerated().filter { $0.element == 0x2C || $0.element == 0x2E }
    // The last mark is the decimal one, unless it is repeated. Then all marks separate thousands.
    let last = marks.last
    let isRepeated = marks.count { $0.element == last?.element } > 1
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case 0x2C, 0x2E:
        if place == last?.offset, !isRepeated { plain.append(0x2E) }
      case 0x20, 0x27, 0xC2, 0xA0: continue
      default: plain.append(byte)
      }
    }
    guard plain.count <= 32, plain.allSatisfy({ (0x2B...0x39).contains($0) }) else { return nil }
    guard let value = Double(String(decoding: plain, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }
}
