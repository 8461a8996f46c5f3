import Foundation
import Testing

@testable import Dashboard

@Suite("The languages of the page")
struct LanguageTests {
  private static let languages = ["de", "es", "fr"]
  private static let files = Dashboard.sources().reduce(into: [String: String]()) {
    $0[$1.path] = String(decoding: $1.bytes, as: UTF8.self)
  }
  /// The modules that define the calls.
  private static let machinery = ["kit/language.js", "kit/translation.js", "kit/pseudo-language.js"]
  private static let modules = files.filter { $0.key.hasSuffix(".js") && !machinery.contains($0.key) }
  private static let texts = modules.mapValues { PageTexts(of: $0) }
  private static let sections = Set(modules.keys.map(section))

  /// Words that are the same in English and in a language.
  private static let sameWords: [String: Set<String>] = [
    "de": [
      "Admin", "Browser", "Dashboard", "Format", "Genre", "Genres", "Header {name}", "KoboReader.sqlite",
      "Listening.csv", "Name", "Passkeys", "Podcasts", "Route", "Server", "Status", "Status {status}", "System",
      "Tag", "Tags", "Token", "Variable", "Webhooks", "order|Standard", "route|Start", "statistics.sqlite3",
      "{app}: {file}", "{dimension}: {value}. {points}.", "{hours} h", "{pages} in {duration}", "{seconds} s",
      "{time}, {way}.", "value|LGBTQ+", "value|Own Voices", "value|Standard",
    ],
    "es": [
      "Admin", "KoboReader.sqlite", "Listening.csv", "Token", "Variable", "Webhooks", "proxy", "statistics.sqlite3",
      "token", "{app}: {file}", "{count} bytes", "{dimension}: {value}. {points}.", "{hours} h", "{seconds} s",
      "{time}, {way}.", "value|Asia", "value|LGBTQ+",
    ],
    "fr": [
      "Actions", "Admin", "Badge", "Calories", "Calories (kcal)", "Culture", "Cultures", "Distance",
      "Distance ({unit})", "Distances", "Format", "Genre", "Genres", "Image", "Invitation", "KoboReader.sqlite",
      "Listening.csv", "Mile {number}", "Miles", "Minutes", "Page {page}", "Pages", "Podcasts", "Points",
      "Questions", "Records", "Secret", "Session", "Sessions", "Source", "Sources", "Terrain", "Variable", "Webhooks",
      "export", "figure|Page {page}", "figure|calories", "figure|cultures", "figure|pages", "invitation",
      "page {page}", "pages {from}–{to}", "proxy", "rarity|rare", "sessions", "statistics.sqlite3", "{count} genres.",
      "{count} pages", "{count} sessions", "{hours} h", "{seconds} s", "{time}, {way}.",
      "value|Accessible", "value|Europe", "value|LGBTQ+", "value|Standard",
    ],
  ]

  /// The folder in `views`, or "kit" for the modules that all views share.
  private static func section(of path: String) -> String {
    let folders = path.split(separator: "/")
    return folders.first == "views" ? String(folders[1]) : "kit"
  }

  private static func keys(of section: String) -> (texts: Set<String>, plurals: [String: String]) {
    texts.filter { self.section(of: $0.key) == section }.values.reduce(into: ([], [:])) {
      $0.0.formUnion($1.keys)
      $0.1.merge($1.plurals) { one, _ in one }
    }
  }

  private static func catalogue(_ language: String, _ section: String) throws -> [String: Any] {
    let file = try #require(files["languages/\(language)/\(section).json"], "\(language)/\(section).json is missing")
    return try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any])
  }

  /// A key without its context.
  private static func english(_ key: String) -> String { String(key.split(separator: "|").last ?? "") }

  private static func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{(\w+)\}/).map { String($0.output.1) })
  }

  @Test("The texts of all calls are literals")
  func literals() {
    for (path, texts) in Self.texts {
      #expect(texts.problems.isEmpty, "\(path): \(texts.problems)")
      for key in texts.keys.union(texts.plurals.keys).union(texts.plurals.values) {
        #expect(key.filter { $0 == "|" }.count <= 1 && Self.english(key).contains(where: \.isLetter), "\(path): \(key)")
      }
      for (other, one) in texts.plurals {
        #expect(Self.placeholders(one).isSubset(of: Self.placeholders(other)), "\(path): \(other)")
      }
    }
    #expect(Self.texts.values.contains { !$0.keys.isEmpty })
  }

  @Test("Each catalogue has the keys of its section that `kit` lacks, and no unused ones", arguments: languages)
  func complete(language: String) throws {
    let names = Self.files.keys.filter { $0.hasPrefix("languages/\(language)/") }
    let kit = Self.keys(of: "kit").texts.union(Self.keys(of: "kit").plurals.keys)
    #expect(Set(names) == Set(Self.sections.map { "languages/\(language)/\($0).json" }))
    for section in Self.sections {
      let found = Set(try Self.catalogue(language, section).keys)
      let (texts, plurals) = Self.keys(of: section)
      let used = texts.union(plurals.keys)
      // The texts of `kit` are always loaded.
      let wanted = section == "kit" ? used : used.subtracting(kit)
      #expect(texts.isDisjoint(with: plurals.keys), "\(section)")
      #expect(found.isSuperset(of: wanted), "\(language)/\(section) lacks \(wanted.subtracting(found).sorted())")
      #expect(found.isSubset(of: used), "\(language)/\(section): unused \(found.subtracting(used).sorted())")
    }
  }

  @Test("Translations have the placeholders and plural forms of their keys", arguments: languages)
  func forms(language: String) throws {
    let allowed: Set<String> = language == "de" ? ["one", "other"] : ["one", "many", "other"]
    for section in Self.sections {
      let plurals = Self.keys(of: section).plurals
      for (key, value) in try Self.catalogue(language, section) {
        let wanted = Self.placeholders(key)
        guard plurals[key] != nil else {
          let text = try #require(value as? String, "\(language)/\(section): \(key)")
          #expect(Self.placeholders(text) == wanted, "\(language)/\(section): \(key)")
          continue
        }
        let forms = try #require(value as? [String: String], "\(language)/\(section): \(key)")
        #expect(Set(["one", "other"]).isSubset(of: forms.keys) && allowed.isSuperset(of: forms.keys), "\(key)")
        for (category, text) in forms {
          // "A book" needs no number.
          let found = Self.placeholders(text)
          let isComplete = category == "one" ? wanted.subtracting(found).isSubset(of: ["count"]) : found == wanted
          #expect(isComplete && found.isSubset(of: wanted), "\(language)/\(section): \(key), \(category)")
        }
      }
    }
  }

  @Test("No text is left in English, empty, or translated in two ways", arguments: languages)
  func translated(language: String) throws {
    var all: [String: String] = [:]
    var same: Set<String> = []
    for section in Self.sections {
      for (key, value) in try Self.catalogue(language, section) {
        let forms = (value as? [String: String])?.values.sorted() ?? [value as? String ?? ""]
        for text in forms {
          #expect(!text.isEmpty && text == text.trimmingCharacters(in: .whitespaces), "\(language)/\(section): \(key)")
          #expect(!text.contains(/\b(the|and|your|with|is|this|not)\b/), "\(language)/\(section): \(text)")
          if text == Self.english(key) { same.insert(key) }
        }
        let joined = forms.joined(separator: "|")
        #expect(all[key, default: joined] == joined, "\(language)/\(section): \(key) has two translations")
        all[key] = joined
      }
    }
    #expect(same == Self.sameWords[language], "\(language): compare with sameWords")
  }

  /// The modules that a module imports, and whether it does so only when it needs them.
  private static func imports(of path: String) -> [(path: String, isDynamic: Bool, texts: String?)] {
    let pattern =
      #/
      (?: (?:withTexts\("(?<texts>[a-z-]+)",\s*\(\)\s*=>\s*)? (?<dynamic>import\() | \bfrom\s | \bimport\s )
      \s* "(?<path>\.[^"]+\.js)"
      /#
    return (modules[path] ?? "").matches(of: pattern).map { match in
      let base = URL(filePath: "/" + path).deletingLastPathComponent()
      let found = base.appending(path: String(match.output.path)).standardized.path().dropFirst()
      return (String(found), match.output.dynamic != nil, match.output.texts.map(String.init))
    }
  }

  @Test("The texts of a section are loaded before its modules")
  func loading() throws {
    var count = 0
    for path in Self.modules.keys where path != "places.js" {
      for target in Self.imports(of: path) where target.isDynamic {
        let section = Self.section(of: target.path)
        count += 1
        guard section != "kit", section != Self.section(of: path) else { continue }
        #expect(target.texts == section, "\(path) imports \(target.path) without its texts")
      }
    }
    #expect(count > 10)
    let places = (Self.modules["places.js"] ?? "").replacing("\n", with: " ")
    let entry =
      #/
      place\("[^"]+",\ "(?<group>[a-z]+)",\ .*?import\("\.\/views\/(?<folder>[a-z-]+)\/[^"]+"\)
      (?:,\ "(?<section>[a-z-]+)")?\),
      /#
    for match in places.matches(of: entry) {
      #expect(match.output.folder == match.output.section ?? match.output.group, "\(match.output.0)")
    }
    #expect(places.matches(of: entry).count == places.matches(of: /import\("\.\/views\//).count - 1)
  }

  @Test("A section's catalogue is loaded with those of the modules that it imports from other sections")
  func needs() throws {
    let translation = try #require(Self.files["kit/translation.js"])
    var listed: [String: Set<String>] = [:]
    for match in translation.matches(of: /"([a-z-]+)": \[([^\]]*)\]/) {
      listed[String(match.output.1)] = Set(match.output.2.matches(of: /[a-z-]+/).map { String($0.output) })
    }
    #expect(Set(listed.keys) == Self.sections)
    for section in Self.sections {
      var found = Set(Self.modules.keys.filter { Self.section(of: $0) == section })
      var rest = Array(found)
      while let path = rest.popLast() {
        for target in Self.imports(of: path) where !target.isDynamic && found.insert(target.path).inserted {
          rest.append(target.path)
        }
      }
      let others = found.filter { path in Self.texts[path].map { !$0.keys.isEmpty || !$0.plurals.isEmpty } ?? false }
      let needed = Set(others.map(Self.section)).subtracting([section, "kit"])
      #expect(listed[section] == needed, "kit/translation.js: \(section) needs \(needed.sorted())")
    }
  }

  @Test("The scan finds every form of a call, and reports texts that are not literals")
  func scan() {
    let texts = PageTexts(
      of: #"""
        t("A"), rich( "B " +
          "\"b\"", { b }), plural(of(a, "(", [b]), { one: "{count} c", other: "{count} cs" }, {}), at("no"), x.t("no")
        `${t("D")}` richPlural(n, {
          one: "an e",
          other: "{count} es",
        })
        """#)
    #expect(texts.keys == ["A", "B \"b\"", "D"])
    #expect(texts.plurals == ["{count} cs": "{count} c", "{count} es": "an e"])
    #expect(texts.problems.isEmpty)
    let wrong = [
      "t(key)", "t(a ? \"b\" : \"c\")", "t(\"a\" + b)", "t(`a`)", "plural(n, forms)", "plural(n, { other: \"b\" })",
      "plural(n, { one: \"a\", other: b })", "t(\"a\" || b)",
    ]
    for source in wrong { #expect(PageTexts(of: source).problems.count == 1, "\(source)") }
  }
}
