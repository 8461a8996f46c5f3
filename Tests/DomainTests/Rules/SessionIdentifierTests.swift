import Chronology
import Domain
import Testing

@Suite struct SessionIdentifierTests {
  @Test("Ids do not change between versions")
  func fixture() {
    let id = SessionIdentifier(storyId: "moon", startedAt: Instant(seconds: 1_700_000_000))
    #expect(id.text == "LG1IL7S80-423OLLDN9AJ68")
  }

  @Test("Parses its own text, and sorts like the start")
  func roundTrip() {
    let starts: [Int64] = [0, 946_684_800, 1_700_000_000, 1_700_000_001, 4_102_444_800]
    let ids = starts.map { SessionIdentifier(storyId: "a-b:c", startedAt: Instant(seconds: $0)) }
    for id in ids { #expect(SessionIdentifier(id.text) == id) }
    #expect(ids.map(\.text).sorted() == ids.map(\.text))
    #expect(
      Set(["a", "b", "ab", "ba", ""].map { SessionIdentifier(storyId: $0, startedAt: .init(seconds: 0)).text }).count
        == 5)
  }

  @Test(
    "Rejects malformed ids",
    arguments: [
      "", "L", "LG1IL7S80", "LG1IL7S80-", "LG1IL7S80-423OLLDN9AJ6", "LG1IL7S80-423OLLDN9AJ6W",
      "RG1IL9OG0-423OLLDN9AJ6V", "LG1IL7S80_423OLLDN9AJ6V", "LG1IL7S80-VVVVVVVVVVVVV", "lg1il7s80-423olldn9aj68",
      "LG1IL7S80-423OLLDN9AJ680",
    ])
  func rejected(text: String) {
    #expect(SessionIdentifier(text) == nil)
  }
}

@Suite struct TextRulesTests {
  @Test(
    "Ids of objects",
    arguments: [
      ("a", true), ("A-b_c.d:0", true), ("...", true), (".", false), ("..", false), ("", false), ("a@b", false),
      ("a|b", false), ("a/b", false), ("ä", false),
    ])
  func objects(id: String, isLegal: Bool) {
    #expect(TextRules.isObjectId(id) == isLegal)
  }

  @Test("Ids of users", arguments: [("auth0|1@x.y", true), (".", true), ("", false), ("a b", false), ("a/b", false)])
  func users(id: String, isLegal: Bool) {
    #expect(TextRules.isUserId(id) == isLegal)
  }

  @Test("An id has at most 128 characters")
  func length() {
    #expect(TextRules.isObjectId(String(repeating: "x", count: 128)))
    #expect(!TextRules.isObjectId(String(repeating: "x", count: 129)))
  }

  @Test("A text has at most 500 characters and no U+0000")
  func texts() {
    #expect(TextRules.violations(ofText: String(repeating: "😀", count: 500), "t").isEmpty)
    #expect(TextRules.violations(ofText: String(repeating: "a", count: 501), "t").map(\.field) == ["t"])
    #expect(TextRules.violations(ofText: "a\u{0}b", "t").count == 1)
    #expect(TextRules.violations(ofText: "", "t").count == 1)
  }
}
