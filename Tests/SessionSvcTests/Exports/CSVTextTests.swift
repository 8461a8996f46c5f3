import SeededRandom
import Testing

@testable import SessionSvc

@Suite struct CSVTextTests {
  @Test(
    "Neutralises every possible start of a formula, including those after characters that other programs split at",
    arguments: [
      ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-", "'-"), ("@sum", "'@sum"), ("\tx", "'\tx"), (" =a", " '=a"),
      ("a;=b", "a;'=b"), ("a; =b", "a; '=b"), ("a\t@b", "a\t'@b"), ("a|+b", "a|'+b"), ("\u{FF1D}a", "'\u{FF1D}a"),
      ("a\n-b", "\"a\n'-b\""), ("\r=a", "\"'\r'=a\""), ("\n", "\"'\n\""), ("\"=a\"", "\"\"\"'=a\"\"\""),
      ("x;\"=a", "\"x;\"\"'=a\""), ("-5a", "'-5a"), ("-5\"+a", "\"'-5\"\"+a\""), ("a;-5", "a;'-5"), ("-5.", "'-5."),
      ("@5", "'@5"),
    ])
  func formulas(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  @Test(
    "Leaves other texts and plain numbers as they are",
    arguments: [
      "", "Dune", "-5", "+3.2", "a; b; c", "1-2", "a=b", "a - b", "mail@example.org", " a", "\u{A0}a", "a|b;c\td",
    ])
  func harmless(text: String) {
    #expect(CSVText.cell(text) == text)
  }

  @Test("Quotes commas, quotes and line breaks, and nothing else", arguments: [("a,=b", "\"a,=b\""), ("a;b", "a;b")])
  func quoting(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  @Test("No way to split a line makes a formula of a text, and the text changes only by apostrophes", arguments: 1...20)
  func anyText(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array("=+-@;|\t\r\n\", a5.'".unicodeScalars)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...9, using: &random) { text.append(alphabet.randomElement(using: &random) ?? "a") }
      let cell = CSVText.cell(String(text))
      let kept = unquoted(cell)
      #expect(letters(kept) == letters(String(text)))
      for separators in [";", "\t", "|", ";|\t"] {
        for part in parts("1,\(cell),2", at: separators + "\r\n") {
          #expect(!isFormula(part), "\(cell.debugDescription)")
        }
      }
      #expect(!isFormula(kept), "\(cell.debugDescription)")
    }
  }

  private func parts(_ line: String, at separators: String) -> [String] {
    line.unicodeScalars.split { separators.unicodeScalars.contains($0) }.map { String($0) }
  }

  private func letters(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != "'" } }

  private func unquoted(_ cell: String) -> String {
    guard cell.hasPrefix("\"") else { return cell }
    var text = String.UnicodeScalarView()
    var isPending = false
    for scalar in cell.unicodeScalars.dropFirst().dropLast() {
      if scalar == "\"", !isPending {
        isPending = true
        continue
      }
      isPending = false
      text.append(scalar)
    }
    return String(text)
  }

  /// Reads a cell generously: blanks and quotes before it do not count.
  private func isFormula(_ cell: String) -> Bool {
    let bare = String(String.UnicodeScalarView(cell.unicodeScalars.drop { $0 == "\"" || $0.properties.isWhitespace }))
    guard let first = bare.unicodeScalars.first, "=+-@".unicodeScalars.contains(first) else { return false }
    return Double(bare) == nil
  }
}
