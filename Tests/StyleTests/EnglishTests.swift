import Foundation
import Testing

/// Common slips of English, by patterns that hardly ever match good sentences.
@Suite("English")
struct EnglishTests {
  /// A pattern and the advice that goes with it. The pattern matches anywhere in a comment, a text or a page.
  private static let words: [(pattern: String, advice: String)] = [
    (#"\b(?:anew|afresh)\b"#, "write 'again', or a verb with re-"),
    (#"\bfor ever\b"#, "write 'permanently' or 'indefinitely'"),
    (#"\bbeside\b"#, "write 'next to', 'along with' or 'during'"),
    (#"\bof (?:its|their|our|his|her|one's) own\b"#, "write 'its own …' or 'a separate …'"),
    (#"\bon (?:its|their) way\b(?! (?:out|back))"#, "write 'in flight' or 'pending'"),
    (#"\b(?:go|goes|went|gone) on\b(?! (?:to|every)\b)"#, "write 'continues'"),
    (#"\b(?:stands?|stood) (?:in|at|there|here|first|alone|behind|before|after)\b(?! for)"#, "write 'is' or 'appears'"),
    (#"\b(?:[Ss]omebody|[Ww]hoever|[Ee]verybody)\b"#, "name the client, process or user"),
    (#"\b(?:is|are|was|were) away\b(?! from)"#, "write 'unavailable'"),
    (#"\b[Ww]hatever\b(?! you)"#, "write 'regardless of' or 'any'"),
    (#"\b(?:come|comes|came) to (?:be|the end)\b"#, "write 'becomes' or 'ends'"),
    (#"\bbut for\b"#, "write 'except'"),
    (#"\bso (?:much|many) (?:bytes|rows|seconds|calls|requests|users)\b"#, "write 'this many', or name the limit"),
    (#"\b(?:thereby|therein|hitherto|henceforth|straightway)\b"#, "use the plain word"),
    (#"\b(?:is|are|was|were) (?:thrown away|taken along|turned away|made anew)\b"#, "use one verb"),
  ]

  /// The beginning of a comment or of a test's name that has a clause as its subject.
  private static let beginnings = #"(?:What|Whatever|Who|Whoever|Whose|Of (?!course)|Where (?:it|there|that|no) )\b"#

  private func expectNone(_ found: [String], _ advice: String) {
    #expect(found.isEmpty, Comment(rawValue: advice + "\n" + found.joined(separator: "\n")))
  }

  @Test("Comments, texts and pages avoid archaic and ambiguous phrases", arguments: words.indices)
  func phrases(index: Int) throws {
    let (pattern, advice) = Self.words[index]
    let found = try SourceTree.allFiles().filter { !$0.isData }.flatMap { try $0.places(matching: pattern) }
    expectNone(found, advice)
  }

  @Test("Comments and test names begin with their subject or verb")
  func subjects() throws {
    let comment = try NSRegularExpression(pattern: #"^\s*(?:///?|#|/?\*\*?|""\") ?"# + Self.beginnings + #"[^?]*$"#)
    let name = #"@(?:Test|Suite)\(\s*""# + Self.beginnings + #"[^?"]*""#
    var found: [String] = []
    for file in SourceTree.allFiles() where !file.isData && !file.path.hasSuffix(".md") {
      found += try file.places(matching: name)
      for (index, line) in file.lines.enumerated() where index == 0 || !file.lines[index - 1].isComment {
        if comment.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil {
          found.append(file.place(index))
        }
      }
    }
    expectNone(found, "name the subject: 'The value that …', 'The number of …'")
  }
}

extension SourceFile {
  /// Whether its text is test data, such as titles of books and old documents.
  fileprivate var isData: Bool {
    path.hasSuffix(".json") || path.contains("/Corpus/") || path.contains("/OldData/") || path.contains("EnglishTests")
  }
}

extension String {
  fileprivate var isComment: Bool {
    let text = trimmingCharacters(in: .whitespaces)
    return ["//", "#", "*"].contains { text.hasPrefix($0) }
  }
}
