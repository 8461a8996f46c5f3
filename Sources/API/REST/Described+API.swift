import Domain
public import Proto

extension Described {
  /// The type's short name for the OpenAPI document: `StatsAPI.FetchActivity.Reply` becomes `Activity`.
  public static var title: String {
    let path = String(reflecting: Self.self).split(separator: ".").dropFirst().filter { !$0.hasSuffix("API") }
    return path.enumerated().map { place, part in
      var word = String(part)
      if place == 0, path.count > 1, word.hasPrefix("Fetch") { word.removeFirst(5) }
      if word.hasSuffix("Reply") { word.removeLast(5) }
      return word
    }.joined()
  }
}

extension Bound {
  public static let id = text(1...TextRules.longestId, form: "^(?!\\.{1,2}$)[A-Za-z0-9._:-]+$")
  public static let name = text(1...TextRules.longestText, form: "^[^\\u0000]*$")
  public static let note = text(1...RuckRules.longestNote, form: "^[^\\u0000]*$")
  public static let cursor = text(1...longestCursor, form: "^[A-Za-z0-9_-]+$")
  public static let longestCursor = 1_024
}

extension Note {
  static func id(_ words: String, like example: Example? = nil) -> Note { Note(words, .id, like: example) }
  static func partialDate(_ words: String) -> Note {
    Note(words, .form("^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"), like: "2026-11")
  }
  static func name(_ words: String, like example: Example? = nil) -> Note { Note(words, .name, like: example) }
}

extension [String: Note] {
  /// Returns both sets of notes; `others` replaces notes of the same name.
  static func + (notes: Self, others: Self) -> Self { notes.merging(others) { $1 } }
}
