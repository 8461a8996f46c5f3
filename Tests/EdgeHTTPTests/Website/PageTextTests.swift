import Testing

@testable import EdgeHTTP

@Suite("The text of the page's files")
struct PageTextTests {
  private func compact(_ text: String, _ kind: PageText.Kind = .script) -> String {
    String(decoding: PageText.compact([UInt8](text.utf8), kind), as: UTF8.self)
  }

  @Test(
    "Comments that begin a line, indentation and empty lines are left out",
    arguments: [
      ("", ""), ("a();\n", "a();"), ("// one\na();\n  // two\n  b();\n", "a();\nb();"),
      ("/** One. */\na();", "a();"), ("/**\n * One.\n * // two\n */\nexport const a = 1;\n", "export const a = 1;"),
      ("/* one */ a();", "a();"), ("/* one\n two */ a(); /* three */", "a(); /* three */"),
      ("a();\n\n\n  b();", "a();\nb();"), ("/* never ends\na();", ""),
    ])
  func scripts(text: String, expected: String) {
    #expect(compact(text) == expected)
  }

  @Test("Everything else stays")
  func kept() {
    let lines = [
      "const url = \"https://example.org\"; // here", "const pattern = /[/*]/;", "a(`// ${b} /* c */`);", "a / b / c;",
      "const text = \"/*\";", "  ", "*/ c();", "d();",
    ]
    let text = lines.joined(separator: "\n")
    #expect(compact(text) == lines.filter { $0 != "  " }.joined(separator: "\n"))
  }

  @Test("Two slashes begin no comment in a style")
  func styles() {
    #expect(compact("/* One. */\na {\n  color: red;\n}\n// x\n", .style) == "a {\ncolor: red;\n}\n// x")
    #expect(PageText.kind(of: "text/css; charset=utf-8") == .style)
    #expect(PageText.kind(of: "text/javascript; charset=utf-8") == .script)
    #expect(PageText.kind(of: "image/svg+xml") == nil && PageText.kind(of: "application/json") == nil)
  }
}
