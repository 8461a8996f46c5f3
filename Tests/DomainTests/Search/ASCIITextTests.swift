import SeededRandom
import Testing

@testable import Domain

@Suite("Texts of ASCII")
struct ASCIITextTests {
  private static let ascii =
    (0..<128).map { Unicode.Scalar($0) } + Array(": : - - ; ; # # ( ) , , volume 1 II Book 2".unicodeScalars)
  /// Marks that form one character with a neighbour, spaces, and letters.
  private static let others: [Unicode.Scalar] = [
    "\u{301}", "\u{308}", "\u{600}", "\u{200D}", "\u{FE0F}", "\u{A0}", "\u{2028}", "\u{85}", "\u{AD}", "é", "ß", "И",
    "–", "—", "漢", "🦊", "\u{FEFF}",
  ]

  private func texts(seed: UInt64, plain: Bool) -> [String] {
    var random = SplitMix(seed: seed)
    return (0..<2_000).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let isPlain = plain || Int.random(in: 0..<4, using: &random) > 0
        text.append((isPlain ? Self.ascii : Self.others).randomElement(using: &random) ?? " ")
      }
      return String(text)
    }
  }

  /// The rule in terms of characters.
  private func trimmed(_ text: String) -> String {
    var characters = Array(text)
    while let last = characters.last, last.isWhitespace || last == "\0" { characters.removeLast() }
    while let first = characters.first, first.isWhitespace || first == "\0" { characters.removeFirst() }
    return String(characters)
  }

  @Test("Trims any text like its characters", arguments: [false, true])
  func trimming(plain: Bool) {
    for text in texts(seed: 1, plain: plain) {
      let expected = trimmed(text)
      #expect(TextRules.trimmed(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text.debugDescription)")
    }
  }

  @Test("Returns the same words as for any text")
  func words() {
    for text in texts(seed: 2, plain: true) {
      // The letter with an accent selects the general path.
      let expected = Array(FoldedText([text + " é"]).words.dropLast())
      #expect(FoldedText.words(of: text) == expected, "\(text.debugDescription)")
      #expect(FoldedText([text]).words == expected, "\(text.debugDescription)")
    }
    for text in texts(seed: 3, plain: false) {
      #expect(FoldedText.words(of: text) == FoldedText([text]).words, "\(text.debugDescription)")
    }
  }

  @Test("Divides titles at the same place as any text")
  func divisions() {
    for text in texts(seed: 4, plain: true) + ["a: b", ": a: b", "a - b: c", "a; b", "a - - b", " - a", "a:  - b"] {
      #expect(
        TitleKey.divisionOfASCII(text) == TitleKey.divisionByCharacters(text), "\(text.debugDescription)")
    }
  }

  @Test("Finds the last of a character in any text", arguments: [false, true])
  func lastIndex(plain: Bool) {
    for text in texts(seed: 5, plain: plain) {
      for mark in [Character("#"), ",", "("] {
        #expect(ASCIIText.lastIndex(of: mark, in: text) == text.lastIndex(of: mark), "\(text.debugDescription)")
      }
    }
  }
}
