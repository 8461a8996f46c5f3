/// A language of the texts that people read. Members that programs read do not depend on it.
public enum Language: String, Codable, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
}

extension Language {
  /// Returns the text in this language. English texts are the keys; a key with two meanings has a context before a bar,
  /// as in `verb|Read`. Names in braces are replaced by their values.
  public func text(_ key: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    guard self != .english else { return Language.filled(Language.withoutContext(key), values) }
    return Language.filled(Catalogue.of(self).text(key) ?? Language.withoutContext(key), values)
  }

  /// Returns the form for this number. `other` is the key; `{count}` is one of the values.
  public func plural(
    _ count: Int, _ one: String, _ other: String, _ values: KeyValuePairs<String, String>
  ) -> String {
    guard self != .english else { return Language.filled(count == 1 ? one : other, values) }
    let form = Catalogue.of(self).plural(other, isOne: isOne(count))
    return Language.filled(form ?? (count == 1 ? one : other), values)
  }

  /// Whether the language uses the form for one thing: in French also for none.
  func isOne(_ count: Int) -> Bool { count == 1 || self == .french && (count == 0 || count == -1) }

  private static func withoutContext(_ key: String) -> String {
    guard let bar = key.firstIndex(of: "|") else { return key }
    return String(key[key.index(after: bar)...])
  }

  /// Replaces each name once, from left to right, and never within a value.
  private static func filled(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    guard !values.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      let end = rest.index(after: close)
      result += rest[..<open]
      if let value = values.first(where: { $0.key == name })?.value {
        result += value
      } else {
        result += rest[open..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }
}
