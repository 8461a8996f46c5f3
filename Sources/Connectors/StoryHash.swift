import Crypto
import Domain

/// The parts of ids and titles of stories made by connectors.
enum StoryHash {
  /// Returns the first 16 hexadecimal digits of the SHA-256.
  static func hex(_ text: String) -> String {
    SHA256.hash(text).prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Returns the text, reduced to the length of a title.
  static func shortened(_ text: String) -> String {
    guard text.unicodeScalars.count > TextRules.longestText else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(TextRules.longestText)))
  }
}
