/// The form of ids and texts that clients send.
public enum TextRules {
  public static let longestId = 128
  public static let longestText = 500

  /// Whether the id may be chosen by a client: 1…128 of `A-Z a-z 0-9 . _ : -`, and not `.` or `..`.
  public static func isObjectId(_ id: String) -> Bool {
    isMade(id, of: ".", "_", ":", "-") && id != "." && id != ".."
  }

  /// Whether the id is a valid user id: 1…128 of `A-Z a-z 0-9 . _ : @ | -`.
  public static func isUserId(_ id: String) -> Bool {
    isMade(id, of: ".", "_", ":", "-", "@", "|")
  }

  /// Whether a new user may have this id. Ids appear in paths, where `.` and `..` have a meaning.
  public static func isNewUserId(_ id: String) -> Bool { isUserId(id) && id != "." && id != ".." }

  public static func violations(ofId id: String, _ field: String) -> [Rejection.Violation] {
    isObjectId(id)
      ? [] : [.init(field, "must be 1 to 128 characters of A-Z a-z 0-9 . _ : - and not . or ..")]
  }

  /// Counts code points, like JSON Schema.
  public static func violations(
    ofText text: String, _ field: String, most: Int = longestText
  ) -> [Rejection.Violation] {
    let count = text.utf8.count <= most ? text.utf8.count : text.unicodeScalars.count
    if text.isEmpty { return [.init(field, "must not be empty")] }
    if count > most { return [.init(field, "must be at most \(most) characters")] }
    // PostgreSQL cannot store this character.
    if text.utf8.contains(0) { return [.init(field, "must not contain the character U+0000")] }
    return []
  }

  private static func isMade(_ id: String, of marks: Unicode.Scalar...) -> Bool {
    guard (1...longestId).contains(id.utf8.count) else { return false }
    return id.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: marks.contains { $0.value == UInt32(byte) }
      }
    }
  }

  /// The text without white space and null characters at its ends.
  public static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last else { return text }
    if ASCIIText.isVisible(first), ASCIIText.isVisible(last) { return text }
    if ASCIIText.contains(text) {
      let rest = text.utf8.drop { ASCIIText.isBlank($0) }
      guard let last = rest.lastIndex(where: { !ASCIIText.isBlank($0) }) else { return "" }
      return String(Substring(rest[...last]))
    }
    var rest = text[...]
    while let last = rest.last, last.isWhitespace || last == "\0" { rest.removeLast() }
    while let first = rest.first, first.isWhitespace || first == "\0" { rest.removeFirst() }
    return rest.startIndex == text.startIndex && rest.endIndex == text.endIndex ? text : String(rest)
  }
}
