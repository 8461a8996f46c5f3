import Foundation
import Service
import Testing

@Suite("Visible text")
struct VisibleTextTests {
  @Test(
    "Escapes the controls of terminals and of the text direction, and invisible characters",
    arguments: [
      ("a\u{1B}[2Jb", "a\\u001b[2Jb"), ("\u{9B}31m", "\\u009b31m"), ("\u{7F}", "\\u007f"), ("\u{0}", "\\u0000"),
      ("a\u{202E}b", "a\\u202eb"), ("\u{2066}\u{2069}", "\\u2066\\u2069"), ("\u{200F}", "\\u200f"),
      ("\u{2028}", "\\u2028"), ("\u{FEFF}", "\\ufeff"), ("\u{E0041}", "\\udb40\\udc41"), ("a\rb", "a\\u000db"),
    ])
  func hidden(text: String, shown: String) {
    #expect(VisibleText.escaped(text) == shown)
    #expect(VisibleText.line(text) == shown)
  }

  @Test("Leaves other text as it is", arguments: ["", "Ünïcödé", "שלום", "👩‍🚀", "می‌خواهم", "a\\u001b"])
  func plain(text: String) {
    #expect(VisibleText.escaped(text) == text)
    #expect(VisibleText.line(text) == text)
  }

  @Test("Keeps line breaks and tabs in several lines, and escapes them in one line")
  func lines() {
    #expect(VisibleText.escaped("a\tb\r\nc\n\u{9B}") == "a\tb\r\nc\n\\u009b")
    #expect(VisibleText.line("a\tb\r\nc") == "a\\u0009b\\u000d\\u000ac")
  }

  @Test("JSON text keeps its meaning")
  func json() throws {
    let text = "[\"\u{9B}\u{202E}\u{E0041}\"]"
    let shown = VisibleText.escaped(text)
    #expect(shown.utf8.allSatisfy { $0 < 0x7F })
    let read = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String]
    #expect(read == ["\u{9B}\u{202E}\u{E0041}"])
  }
}
