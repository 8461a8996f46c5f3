@testable import Languages
import SeededRandom
import Testing

@Suite("The accepted language")
struct AcceptedLanguageTests {
  private func accepted(_ fields: String...) -> Language {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for field in fields {
      let start = bytes.count
      bytes += Array(field.utf8)
      ranges.append(start..<bytes.count)
    }
    return Language.accepted(bytes.span, ranges)
  }

  @Test(
    "The supported language with the greatest weight is chosen",
    arguments: [
      ("", Language.english), ("*", .english), ("en", .english), ("de", .german), ("DE-at", .german), ("fr", .french),
      ("es-419", .spanish), ("de-DE,de;q=0.9,en;q=0.8", .german), ("en-US,en;q=0.9,de;q=0.8", .english),
      ("pl,de;q=0.3", .german), ("pl,it", .english), ("de;q=0.5, fr;q=0.7", .french),
      ("de;q=0.5 ,\tfr ; q=0.5", .german),
      ("de;q=0", .english), ("de;q=0.000, fr;q=0.001", .french), ("*, de", .english), ("*;q=0.1, de;q=0.2", .german),
      ("de;Q=1.000", .german), ("zh-Hant-TW, fr-CA;q=0.9", .french), ("den", .english), ("d", .english),
    ])
  func table(_ field: String, _ expected: Language) {
    #expect(accepted(field) == expected)
  }

  @Test(
    "A malformed range is ignored, and only that",
    arguments: [
      "de;q=1.1", "de;q=2", "de;q=0.1234", "de;q=", "de;q=.5", "de;q=1.001", "de;q=0,5", "de; level=1", "de;q=0.5;x=1",
      "de_DE", "de--DE", "de-", "-de", "de DE", "de-abcdefghi", "\"de\"", "dé", ";q=1", "1de", "de;q=-1", "de;q=0x1",
    ])
  func malformed(_ range: String) {
    #expect(accepted("\(range),,fr;q=0.001") == .french)
  }

  @Test("Several fields are one list")
  func fields() {
    #expect(accepted("pl", "de;q=0.2", "fr;q=0.3") == .french)
    #expect(accepted("", "de") == .german)
    #expect(Language.accepted([UInt8]().span, []) == .english)
  }

  @Test("No more ranges are read than a browser sends")
  func bound() {
    let many = String(repeating: "pl,", count: Language.mostRanges - 1)
    #expect(accepted(many + "de") == .german)
    #expect(accepted("pl," + many + "de") == .english)
    #expect(accepted(many + "pl", "de") == .english)
  }

  @Test("Bytes of any kind choose what a slow model chooses")
  func slowModel() {
    var random = SplitMix(seed: 11)
    let pieces = ["de", "fr", "es", "en", "*", "pl", "-DE", ";q=", "0", "1", ".5", "0.", ",", ", ", " ", ";", "x", "é"]
    for _ in 0..<3_000 {
      let count = Int.random(in: 0...14, using: &random)
      let field = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      #expect(accepted(field) == Self.slow(field), "\(field)")
    }
  }

  private static func slow(_ field: String) -> Language {
    var found: [(language: Language, weight: Int)] = []
    for element in field.split(separator: ",", omittingEmptySubsequences: false).prefix(Language.mostRanges) {
      let space = #"[ \t]*"#
      guard
        let match = try? Regex(
          "^\(space)(\\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\(space)"
            + "(?:;\(space)[qQ]=(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)\(space))?$"
        ).wholeMatch(in: String(element)), let tag = match.output[1].substring
      else { continue }
      let weight = Int(((match.output[2].substring.flatMap { Double($0) } ?? 1) * 1_000).rounded())
      let name = tag == "*" ? "en" : tag.split(separator: "-").first?.lowercased() ?? ""
      guard let language = Language(rawValue: name), weight > 0 else { continue }
      found.append((language, weight))
    }
    let best = found.map(\.weight).max()
    return found.first { $0.weight == best }?.language ?? .english
  }
}
