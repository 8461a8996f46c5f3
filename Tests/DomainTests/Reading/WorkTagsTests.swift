import SeededRandom
import Testing

@testable import Domain

@Suite("Tags of works")
struct WorkTagsTests {
  private func fields(_ tags: [String]) -> [String] {
    do throws(Rejection) {
      try LibraryRules.check(Work(id: "w", title: "T", tags: WorkTags(tags)))
      return []
    } catch {
      return error.violations.map(\.field)
    }
  }

  @Test(
    "Trims tags and merges those that differ only in case",
    arguments: [
      ([], []), (["b", "a"], ["b", "a"]), ([" Sea ", "sea", "SEA"], ["Sea"]), (["\ta\n"], ["a"]),
      (["Éire", "éire", "E\u{301}ire"], ["Éire"]), (["a b", "a  b"], ["a b", "a  b"]),
      (["a", "B", "A", "b", "c"], ["a", "B", "c"]), (["ß", "SS"], ["ß", "SS"]),
    ] as [([String], [String])])
  func merged(given: [String], expected: [String]) {
    #expect(WorkTags(given).texts == expected)
    #expect(fields(given) == [])
  }

  @Test(
    "Names each tag that is not valid",
    arguments: [
      (["a", ""], ["tags[1]"]), (["  "], ["tags[0]"]), (["a\u{7}b", "ok", "c\nd"], ["tags[0]", "tags[2]"]),
      (["a\u{85}b"], ["tags[0]"]), ([String(repeating: "x", count: 51)], ["tags[0]"]),
      ([" " + String(repeating: "é", count: 50) + " "], []),
      ((1...51).map { "tag \($0)" }, ["tags"]), ((1...50).map { "tag \($0)" }, []),
      ([String](repeating: "same", count: 51), ["tags"]),
    ] as [([String], [String])])
  func invalid(given: [String], expected: [String]) {
    #expect(fields(given) == expected)
    if !expected.isEmpty { #expect(WorkTags(given).texts == given) }
  }

  @Test("Adds only valid tags that are missing and fit")
  func added() {
    var tags = WorkTags(["Sea"])
    tags.add(["sea", " new ", "", "a\u{0}b", "NEW", String(repeating: "x", count: 51)])
    #expect(tags.texts == ["Sea", "new"])
    tags.add((1...60).map { "tag \($0)" })
    #expect(tags.texts.count == LibraryRules.mostTags && tags.texts.last == "tag 48")
    #expect(tags.contains("SEA ") && !tags.contains("se"))
  }

  @Test("Equals a slow model, and merging again changes nothing")
  func model() {
    let words = ["a", "A", " a", "b ", "É", "é", "sea", "Sea", "long tag"]
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed: seed)
      let given = (0..<Int.random(in: 0...50, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      var expected: [String] = []
      for tag in given.map(TextRules.trimmed) where !expected.contains(where: { $0.lowercased() == tag.lowercased() }) {
        expected.append(tag)
      }
      let tags = WorkTags(given)
      #expect(tags.texts == expected, "seed \(seed)")
      #expect(WorkTags(tags.texts) == tags, "seed \(seed)")
      var grown = tags
      grown.add(given)
      #expect(grown == tags, "seed \(seed)")
    }
  }
}
