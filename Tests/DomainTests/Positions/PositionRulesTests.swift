import Testing

@testable import Domain

@Suite("Positions in documents")
struct PositionRulesTests {
  @Test(
    "The page is rounded and stays within the work",
    arguments: [(0.0, 0), (0.335, 101), (0.5, 150), (1.0, 300), (1.7, 300), (-0.5, 0), (1e300, 300), (0.0016, 0)])
  func pages(_ percentage: Double, _ page: Int) {
    let position = Position(document: "d", progress: "", percentage: percentage, device: "x")
    #expect(position.page(of: 300) == page)
  }

  @Test("A document has visible characters without a slash")
  func documents() {
    #expect(PositionRules.isDocument("0b229176d4e8db7f") && PositionRules.isDocument("Größe.epub"))
    for text in ["", "a b", "a/b", "a\u{0}", "\u{2028}", String(repeating: "a", count: 256)] {
      #expect(!PositionRules.isDocument(text))
    }
  }

  @Test("The full title is better than one without its subtitle")
  func matches() {
    var match = DocumentMatch(title: "Dune", authors: ["Frank Herbert"])
    let mayBeBetter = match.offer("a", title: "Dune: A Novel", authors: ["Herbert, Frank"])
    #expect(mayBeBetter && match.workId == "a")
    let other = match.offer("b", title: "Emma", authors: [])
    #expect(other && match.workId == "a")
    let isOpen = match.offer("c", title: "DUNE", authors: ["Frank Herbert"])
    #expect(!isOpen)
    #expect(match.workId == "c")
  }
}
