import Testing

@testable import Charts

@Suite("Text in pictures")
struct TextTests {
  @Test(
    "Removes harmful characters and keeps the text",
    arguments: [
      ("The Engine", "The Engine"), ("  two  spaces ", "two spaces"), ("tab\tand\r\nline\u{2028}", "tab and line"),
      ("a\u{0000}b\u{0007}c\u{009F}", "abc"), ("\u{202E}desrever", "desrever"), ("\u{2066}open\u{2069}", "open"),
      ("\u{FFFE}\u{FFFF}x", "x"), ("\u{0301}alone", "\u{25CC}\u{0301}alone"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
      ("a\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}\u{0306}", "a\u{0301}\u{0302}\u{0303}"), ("", ""),
      ("\u{FEFF}\u{200B}", ""), ("مئة عام", "مئة عام"),
    ])
  func clean(given: String, kept: String) {
    #expect(CleanText.of(given).unicodeScalars.elementsEqual(kept.unicodeScalars))
    #expect(CleanText.of(CleanText.of(given)) == CleanText.of(given))
  }

  @Test("Isolates a name in a sentence unless it is plain English")
  func isolated() {
    #expect(CleanText.isolated("Ada") == "Ada")
    #expect(CleanText.sentence("By \(CleanText.isolated("عام")).") == "By \u{2068}عام\u{2069}.")
    #expect(CleanText.isolated("x\u{2069}y") == "xy")
  }

  @Test("Shortens text at the end of a character, with an ellipsis", arguments: [0.0, 5, 20, 60, 1_000])
  func fitted(room: Double) {
    for name in ["The Engine of Wonder", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "e\u{0301}e\u{0301}e\u{0301}e\u{0301}", "百年の孤独"] {
      let font = Font(13)
      let text = TextFit.fitted(name, font, room: room)
      #expect(TextFit.width(of: text, font) <= room)
      if text != name && !text.isEmpty {
        #expect(text.hasSuffix("…") && name.hasPrefix(text.dropLast().description))
      }
      if room == 1_000 { #expect(text == name) }
    }
  }

  @Test("Breaks lines between words, and words that are too long within")
  func lines() {
    let font = Font(10)
    let text = "one two three four five"
    let lines = TextFit.lines(text, font, room: 60, atMost: 9)
    #expect(lines.count > 1 && lines.joined(separator: " ") == text)
    #expect(lines.allSatisfy { TextFit.width(of: $0, font) <= 60 })
    let long = String(repeating: "w", count: 40)
    #expect(TextFit.lines(long, font, room: 60, atMost: 9).joined() == long)
    #expect(TextFit.lines(long, font, room: 60, atMost: 2).last?.hasSuffix("…") == true)
    #expect(TextFit.lines(text, font, room: 1, atMost: 3).isEmpty)
  }

  @Test("Wide, narrow and combining characters have their widths")
  func widths() {
    let font = Font(1_000)
    #expect(TextFit.width(of: "i", font) < TextFit.width(of: "m", font))
    #expect(TextFit.width(of: "e\u{0301}\u{0302}", font) == TextFit.width(of: "e", font))
    #expect(TextFit.width(of: "百", font) == 1_000)
    #expect(TextFit.width(of: "👩‍👩‍👧‍👦", font) == 1_300)
    #expect(TextFit.width(of: "Engine", Font(1_000, isStrong: true)) > TextFit.width(of: "Engine", font))
  }
}
