import Chronology
import SeededRandom
import Testing

@testable import Import

@Suite("Texts of files")
struct TextTests {
  /// Random characters. Without `marks`, all are ASCII.
  private func texts(seed: UInt64, marks: Bool) -> [String] {
    let alphabet = Array("ab CD,,;;||\r\n\t 09--//.\0\u{1}\u{7F}".unicodeScalars)
    let others = Array("é\u{301}\u{600}\u{A0}\u{200D}漢🦊".unicodeScalars)
    var random = SplitMix(seed: seed)
    return (0..<2_000).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let isOther = marks && Int.random(in: 0..<4, using: &random) == 0
        text.append((isOther ? others : alphabet).randomElement(using: &random) ?? " ")
      }
      return String(text)
    }
  }

  @Test("Splits names like characters do", arguments: [false, true])
  func names(marks: Bool) {
    for text in texts(seed: 1, marks: marks) {
      for mark in [Character(","), ";", "|"] {
        var expected: [String] = []
        for part in text.split(separator: mark) {
          let name = Texts.name(String(part))
          if !name.isEmpty, !expected.contains(name), expected.count < ImportLimits.listItems { expected.append(name) }
        }
        #expect(Texts.names(text, between: mark) == expected, "\(text.debugDescription)")
      }
    }
  }

  @Test("Reads a plain date like any other date")
  func dates() {
    var random = SplitMix(seed: 2)
    for _ in 0..<2_000 {
      func digits(_ count: Int) -> String {
        (0..<count).map { _ in ["0", "1", "2", "3", "9"].randomElement(using: &random) ?? "0" }.joined()
      }
      let marks = (0..<2).map { _ in Bool.random(using: &random) ? "-" : "/" }
      let text = digits(4) + marks[0] + digits(2) + marks[1] + digits(2)
      // The space selects the general path.
      #expect(DateText(text) == DateText(text + " "), "\(text)")
    }
  }

  @Test("A row is blank if each trimmed cell is empty", arguments: [false, true])
  func blankRows(marks: Bool) throws {
    for text in texts(seed: 3, marks: marks) + ["\"\"", "\"", " \" \"", "a"] {
      for isTabbed in [false, true] {
        var row = CSVRow(line: 1)
        row.isTabbed = isTabbed
        row.endCell()
        for byte in text.utf8 { row.append(byte) }
        row.endCell()
        let isEmpty = try row.text(1).isEmpty
        #expect(try row.isBlank(orLatin: false) == isEmpty, "\(text.debugDescription)")
      }
    }
  }
}
