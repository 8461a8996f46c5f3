import Testing

@testable import Charts

@Suite("Text in the standard fonts")
struct WinAnsiTests {
  private func shown(_ text: String) -> String {
    // Windows-1252 and Latin 1 differ only at 0x80…0x9F.
    String(String.UnicodeScalarView(WinAnsi.bytes(of: text).map { Unicode.Scalar($0) }))
  }

  @Test(
    "Keeps characters of the fonts and replaces others by the nearest",
    arguments: [
      ("The Sea Road", "The Sea Road"), ("Größe · naïve café", "Größe · naïve café"),
      ("e\u{301}té", "été"), ("Łódź, Dvořák", "Lódz, Dvorák"), ("İstanbul", "Istanbul"), ("Việt Nam", "Viet Nam"),
      ("Война и мир", "Voyna i mir"), ("Ελλάδα", "Ellada"), ("Καλημέρα", "Kalemera"), ("日本", "??"), ("🧗🏽‍♀️", "?"),
      ("a\u{200B}b", "ab"), ("−5 ≤ x", "-5 <= x"), ("щ", "shch"), ("объём", "obem"),
    ])
  func nearest(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test("Supports the characters of Windows-1252 from 0x80 to 0x9F")
  func high() {
    #expect(WinAnsi.bytes(of: "€…†™œŸ–—“”") == [0x80, 0x85, 0x86, 0x99, 0x9C, 0x9F, 0x96, 0x97, 0x93, 0x94])
    #expect(WinAnsi.bytes(of: "Š\u{160}S\u{30C}") == [0x8A, 0x8A, 0x8A])
  }

  @Test("Writes only bytes that the fonts have")
  func bytes() {
    for value in UInt32(0x20)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for byte in WinAnsi.bytes(of: String(Character(scalar))) {
        #expect(byte >= 0x20 && ![0x7F, 0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte), "\(value)")
      }
    }
  }

  @Test("The widths are Adobe's")
  func widths() {
    #expect(Helvetica.width(of: Array("Hello".utf8), isStrong: false) == 2.278)
    #expect(Helvetica.width(of: Array("Hello".utf8), isStrong: true) == 2.445)
    #expect(Helvetica.width(of: [0x80, 0xFF, 0x7E], isStrong: false) == 1.64)
  }
}
