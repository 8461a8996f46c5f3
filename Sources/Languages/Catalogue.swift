import CLanguages
import JSON

/// The translations of one language, embedded by the compiler and parsed once.
struct Catalogue: Sendable {
  enum Entry: Equatable, Sendable {
    case text(String)
    /// The forms for one thing and for all other numbers.
    case plural(one: String?, other: String)
  }

  let entries: [String: Entry]

  func text(_ key: String) -> String? {
    if case .text(let text)? = entries[key] { text } else { nil }
  }

  func plural(_ key: String, isOne: Bool) -> String? {
    guard case .plural(let one, let other)? = entries[key] else { return nil }
    return isOne ? one ?? other : other
  }

  private static let german = Catalogue(language: "de")
  private static let french = Catalogue(language: "fr")
  private static let spanish = Catalogue(language: "es")
  private static let english = Catalogue(entries: [:])

  static func of(_ language: Language) -> Catalogue {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    }
  }

  /// Returns the embedded file of the language.
  static func file(_ language: String) -> [UInt8]? {
    var entry = language_files()
    while let name = entry.pointee.language, let text = entry.pointee.text {
      if String(cString: name) == language {
        var count = 0
        while text[count] != 0 { count += 1 }
        return [UInt8](UnsafeBufferPointer(start: text, count: count))
      }
      entry += 1
    }
    return nil
  }

  private init(language: String) {
    entries = Catalogue.file(language).flatMap { Catalogue(parsing: $0)?.entries } ?? [:]
  }

  init(entries: [String: Entry]) {
    self.entries = entries
  }

  /// Returns nil if the file is not an object of texts and plural forms.
  init?(parsing bytes: [UInt8]) {
    guard case .object(let members)? = JSONValue(parsing: bytes, depthLimit: 3, rejectsDuplicates: true) else {
      return nil
    }
    var entries: [String: Entry] = [:]
    for (key, value) in members {
      switch value {
      case .text(let text): entries[key] = .text(text)
      case .object(let forms):
        guard let other = value["other"]?.text, forms.allSatisfy({ ["one", "other"].contains($0.0) }) else {
          return nil
        }
        entries[key] = .plural(one: value["one"]?.text, other: other)
      default: return nil
      }
    }
    self.entries = entries
  }
}
