import Domain
import Foundation
import Testing

struct SearchWordsTests {
  @Test(
    "Every searched word must start a word of the text, ignoring case and accents",
    arguments: [
      ("kindred", "Kindred", true), ("KIN", "Kindred", true), ("dred", "Kindred", false),
      ("butler kindred", "Kindred Octavia E. Butler", true), ("kindred moon", "Kindred", false),
      ("strasse", "Die Straße", true), ("straße", "DIE STRASSE", true),
      ("istanbul", "İstanbul", true), ("İSTANBUL", "istanbul", true), ("ısparta", "ISPARTA", true),
      ("cafe", "Caf\u{E9}", true), ("caf\u{E9}", "Cafe\u{301} noir", true), ("cafe\u{301}", "caf\u{E9}", true),
      ("tieng viet", "Tiếng Việt", true), ("TIẾNG", "tie\u{302}\u{301}ng", true), ("lodz", "Łódź", true),
      ("οδυσσεια", "Ὀδύσσεια", true), ("ΟΔΟΣ", "οδός", true), ("οδοσ", "ΟΔΌΣ", true), ("ᾳδησ", "ᾍδης", true),
      ("еще", "Ещё раз", true), ("чаика", "Чайка", true), ("ЧАЙКА", "чаи\u{306}ка", true), ("їжак", "Іжак", true),
      ("森", "ノルウェイの森", true), ("の森", "ノルウェイの森", true), ("林", "ノルウェイの森", false),
      ("brien", "O’Brien", true), ("o'brien", "O’Brien", true), ("1984", "1984", true), ("ﬁsh", "Fish", true),
      ("", "anything", true), ("...", "anything", true), ("a", "", false),
    ])
  func match(query: String, text: String, isFound: Bool) {
    #expect(SearchWords(query).match([text]) == isFound)
  }

  @Test("A word does not continue from one text into the next")
  func texts() {
    #expect(SearchWords("ab").match(["a", "b"]) == false)
    #expect(SearchWords("b a").match(["a", "b"]))
  }

  /// Foundation's folding, one slow call per text.
  private static func slow(_ text: String) -> String {
    text.uppercased().lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
      .filter { !(0x300...0x36F).contains($0.value) && $0.value != 0x1DC4 }
      .map { $0 == "ς" ? "σ" : String($0) }.joined()
  }

  @Test("Folds accents like decomposition, and letters with strokes in addition")
  func againstDecomposition() {
    for value in [0xC0...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x1E00...0x1EFF].joined() {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
      let folded = LetterFolding.folded(scalar)
      let slow = Self.slow(String(scalar))
      let isFurther = scalar.properties.name?.contains("WITH") == true && slow.unicodeScalars.count == 1
      #expect(
        folded.map(String.init).joined() == slow || isFurther, "\(scalar) \(String(value, radix: 16)): \(folded)")
    }
  }

  @Test(
    "A text and its decomposition have the same folding", arguments: [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF])
  func decomposed(range: ClosedRange<Int>) {
    for scalar in range.compactMap({ Unicode.Scalar($0) }) where scalar.properties.isAlphabetic {
      let composed = String(scalar)
      let decomposed = composed.decomposedStringWithCanonicalMapping
      #expect(FoldedText([composed]) == FoldedText([decomposed]), "\(composed) \(String(scalar.value, radix: 16))")
    }
  }
}
