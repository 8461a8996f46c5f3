import Domain
import Foundation
import Testing

@testable import Languages

@Suite("Catalogues of translations")
struct CatalogueTests {
  private static let translated = Language.allCases.filter { $0 != .english }

  /// The texts that Domain's tables contain, which code passes as values.
  private static var named: Set<String> {
    var texts: [String] = Milestone.all.map(\.title) + Achievement.all.flatMap { [$0.title, $0.description] }
    for dimension in DiversityDimension.allCases { texts += [dimension.label] + dimension.values }
    for dimension in DiversityCatalogue.all.dimensions {
      texts += [dimension.label] + [dimension.question].compactMap { $0 } + dimension.options.map(\.label)
    }
    return Set(texts)
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The code of the server, without lines of comments.
  private static func code() throws -> [(path: String, text: String)] {
    let sources = root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [(String, String)] = []
    for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/WaymarkClient/") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      found.append((file.path, lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")))
    }
    return found
  }

  /// The keys in the code: of texts, and of plural forms with their singular.
  private static func used() throws -> (texts: Set<String>, plurals: [String: String]) {
    let literal = #""((?:[^"\\]|\\.)*)""#
    let text = try NSRegularExpression(pattern: #"(?:\b(?:words|language)\.|(?<![\w.]))text\(\s*"# + literal)
    let plural = try NSRegularExpression(
      pattern: #"\b(?:plural|phrase)\(\s*[^"\n]*?\s*"# + literal + #",\s*"# + literal)
    var (texts, plurals): (Set<String>, [String: String]) = ([], [:])
    for (path, code) in try Self.code() {
      func groups(_ expression: NSRegularExpression) -> [[String]] {
        expression.matches(in: code, range: NSRange(code.startIndex..., in: code)).map { match in
          (1..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: code).map { String(code[$0]) } }
        }
      }
      // Elsewhere, a function with this name writes something else.
      let isOwn = path.hasSuffix("Words.swift") || path.contains("/Languages/") || path.contains("/Charts/")
      for found in groups(text) where isOwn || code.contains("import Languages") { texts.insert(found[0]) }
      for found in groups(plural) { plurals[found[1]] = found[0] }
    }
    return (texts, plurals)
  }

  private static func placeholders(_ text: String) -> [String] {
    text.matches(of: /\{(\w+)\}/).map { String($0.output.1) }.sorted()
  }

  private static func catalogue(_ language: Language) throws -> [String: Catalogue.Entry] {
    let file = try #require(Catalogue.file(language.rawValue))
    return try #require(Catalogue(parsing: file)).entries
  }

  @Test("Each text of Domain's tables and of the code has a translation, and no other text", arguments: translated)
  func complete(language: Language) throws {
    let entries = try Self.catalogue(language)
    let used = try Self.used()
    let texts = used.texts.union(Self.named)
    #expect(Self.named.count > 80 && used.texts.count > 90 && used.plurals.count > 15)
    for key in texts {
      guard case .text? = entries[key] else { Issue.record("\(language): no text for “\(key)”"); continue }
    }
    for key in used.plurals.keys {
      guard case .plural? = entries[key] else { Issue.record("\(language): no plural for “\(key)”"); continue }
    }
    let unused = Set(entries.keys).subtracting(texts).subtracting(used.plurals.keys)
    #expect(unused.isEmpty, "\(language): unused: \(unused.sorted())")
  }

  @Test("A translation has the placeholders of its text, and is not empty", arguments: translated)
  func placeholders(language: Language) throws {
    for (key, entry) in try Self.catalogue(language) {
      let wanted = Self.placeholders(key)
      switch entry {
      case .text(let text):
        #expect(Self.placeholders(text) == wanted && !text.isEmpty, "\(language): \(key)")
      case .plural(let one, let other):
        let one = try #require(one, "\(language): \(key)")
        #expect(Self.placeholders(one) == wanted && Self.placeholders(other) == wanted, "\(language): \(key)")
        #expect(!one.isEmpty && !other.isEmpty, "\(language): \(key)")
      }
    }
    for (other, one) in try Self.used().plurals {
      #expect(Self.placeholders(one) == Self.placeholders(other), "\(one)")
    }
  }

  @Test("Catalogues are sorted by key and have no key twice", arguments: translated)
  func sorted(language: Language) throws {
    let file = Self.root.appending(path: "Sources/Languages/Catalogues/\(language.rawValue).json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let keys = text.matches(of: #/(?m)^  "((?:[^"\\]|\\.)*)": /#).map { String($0.output.1) }
    #expect(keys.count == (try Self.catalogue(language)).count)
    #expect(
      zip(keys, keys.dropFirst()).allSatisfy { Array($0.unicodeScalars).lexicographicallyPrecedes($1.unicodeScalars) })
  }

  @Test("Every achievement, milestone, goal and dimension differs from English in each language", arguments: translated)
  func differs(language: Language) {
    // Words that are the same in both languages.
    let same: Set = [
      "LGBTQ+", "Standard", "Asia", "Europa", "Europe", "Accessible", "No binario", "Translation", "Antarctica",
      "Own Voices",
    ]
    for text in Self.named.subtracting(same) {
      #expect(language.text(text) != text, "\(language): \(text)")
    }
  }

  @Test("A file that is not an object of texts is rejected")
  func malformed() {
    func parsed(_ text: String) -> [String: Catalogue.Entry]? { Catalogue(parsing: Array(text.utf8))?.entries }
    #expect(parsed(#"{"a": "b", "c": {"one": "d", "other": "e"}, "f": {"other": "g"}}"#)?.count == 3)
    for text in [
      "", "[]", #"{"a": 1}"#, #"{"a": {"one": "b"}}"#, #"{"a": {"other": "b", "two": "c"}}"#, #"{"a": "b", "a": "c"}"#,
    ] {
      #expect(parsed(text) == nil, "\(text)")
    }
  }
}
