import Foundation
import Testing

@Suite("Code style")
struct StyleTests {
  private let everySwiftFile = SourceTree.swiftFiles("Sources", "Tests")
  private let sources = SourceTree.swiftFiles("Sources")
  private let tests = SourceTree.swiftFiles("Tests")

  private func expectNone(_ found: [String], _ rule: Comment) {
    #expect(found.isEmpty, Comment(rawValue: rule.rawValue + "\n" + found.joined(separator: "\n")))
  }

  @Test("The source tree is found")
  func thereAreFiles() {
    #expect(sources.count > 50)
    #expect(tests.count > 10)
  }

  @Test("No line is longer than 120 columns")
  func lineLengths() {
    let experiments = SourceTree.allFiles().filter { $0.path.hasPrefix("Tests/Chaos/") }
    let long = (everySwiftFile + experiments + SourceTree.pageFiles()).flatMap { file in
      file.lines.indices.filter { file.lines[$0].count > 120 }.map(file.place)
    }
    expectNone(long, "longer than 120 columns")
  }

  @Test("No file is longer than 500 lines, and most are short")
  func fileLengths() {
    expectNone(
      everySwiftFile.filter { $0.lines.count > 500 }.map { "\($0.path): \($0.lines.count) lines" }, "split it")
    let sizes = sources.map(\.lines.count).sorted()
    #expect(sizes[sizes.count / 2] <= 90)
  }

  @Test("The page consists of small modules and never parses text as markup")
  func page() throws {
    let files = SourceTree.pageFiles()
    #expect(files.count > 30)
    expectNone(files.filter { $0.lines.count > 320 }.map { "\($0.path): \($0.lines.count) lines" }, "split it")
    let markup = #"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\("#
    expectNone(try files.flatMap { try $0.places(matching: markup) }, "text could become markup: use h()")
    let attributes = #"setAttribute\(\s*"style"|\bstyle:\s*["`][^"`]*:"#
    expectNone(
      try files.flatMap { try $0.places(matching: attributes) },
      "the content security policy forbids inline styles: use a class")
  }

  @Test("No function of the sources is longer than 70 lines")
  func functionLengths() throws {
    let opening = try NSRegularExpression(pattern: #"^( *)(?:[a-z@()]+ )*(?:func |init[?(<]|deinit|subscript)"#)
    var long: [String] = []
    for file in sources {
      for (index, line) in file.lines.enumerated() {
        let whole = NSRange(line.startIndex..., in: line)
        guard let match = opening.firstMatch(in: line, range: whole),
          let indent = Range(match.range(at: 1), in: line),
          let end = file.lines[(index + 1)...].firstIndex(where: { $0 == String(line[indent]) + "}" }),
          !file.lines[index..<end].dropFirst().contains(where: { opening.matchesSameIndent($0, String(line[indent])) }),
          end - index + 1 > 70
        else { continue }
        long.append(file.place(index) + " (\(end - index + 1) lines)")
      }
    }
    expectNone(long, "longer than 70 lines")
  }

  @Test("No file contains a reminder")
  func nothingIsLeftForLater() throws {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"].joined(separator: "|")
    expectNone(try SourceTree.allFiles().flatMap { try $0.places(matching: "\\b(\(words))\\b") }, "do it or remove it")
  }

  @Test("No comment is a banner")
  func noBanners() throws {
    let pattern = #"^\s*//+\s*(MARK\b|[-=*#~]{3,})"#
    expectNone(try everySwiftFile.flatMap { try $0.places(matching: pattern) }, "a banner")
  }

  @Test("Sources have no forced try, no forced cast and no Any")
  func noForce() throws {
    // `Any.Type` and `userInfo` are part of the standard library's coder protocols.
    let pattern = #"\btry!|\bas!|(?<!CodingUserInfoKey)[:\[(<] *Any\b(?!Object|\.Type)|\bas\?? Any\b"#
    expectNone(try sources.flatMap { try $0.places(matching: pattern, inComments: false) }, "forced or untyped")
  }

  @Test("No server target imports Foundation")
  func noFoundation() throws {
    let pattern = #"^\s*(?:\w+ )?import (Foundation\w*|Dispatch)\b"#
    // Apps that use the client have Foundation anyway; a benchmark uses its coders as a baseline.
    let others = ["Sources/WaymarkClient/", "Sources/waymark-bench/"]
    let servers = sources.filter { file in !others.contains { file.path.hasPrefix($0) } }
    expectNone(try servers.flatMap { try $0.places(matching: pattern) }, "Foundation costs memory and start-up time")
  }

  @Test("Unchecked declarations appear only in low-level targets")
  func uncheckedClaims() throws {
    let allowed = ["Sources/Proto/Loop/", "Sources/Proto/CBOR/", "Sources/Storage/"]
    let pattern = #"@unchecked Sendable|nonisolated\(unsafe\)|unsafeBitCast|unsafeDowncast|unsafeLoad"#
    let elsewhere = sources.filter { file in !allowed.contains { file.path.hasPrefix($0) } }
    expectNone(try elsewhere.flatMap { try $0.places(matching: pattern, inComments: false) }, "express it in types")
  }

  @Test("SQL appears only in stores and schema steps")
  func statements() throws {
    let pattern = #"^[^/]*(?:"|^ +)(?:SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|DROP|CREATE) "#
    let elsewhere = sources.filter { file in
      // The benchmarks' baselines use the database directly.
      !["Sources/Storage/", "Sources/waymark-bench/"].contains { file.path.hasPrefix($0) }
        && !file.path.hasSuffix("Store.swift") && !file.path.contains("Schema")
    }
    expectNone(try elsewhere.flatMap { try $0.places(matching: pattern, inComments: false) }, "put it in a store")
  }

  @Test("No test sleeps")
  func noSleeps() throws {
    let pattern = "\\b(?:Task\\.|Thread\\.|u|nano)?" + "sleep\\("
    expectNone(try tests.flatMap { try $0.places(matching: pattern, inComments: false) }, "wait for a state instead")
  }

  @Test("No test waits for a program without a deadline")
  func programs() throws {
    let pattern = #"\b(?:Process|Pipe)\(\)|\bwaitUntilExit\("#
    expectNone(try tests.flatMap { try $0.places(matching: pattern, inComments: false) }, "use Program, or OwnPipe")
  }

  @Test("Every test has a sentence as its name")
  func testNames() throws {
    let pattern = #"@Test(?!\s*\(\s*")"#
    let others = tests.filter { !$0.path.hasPrefix("Tests/StyleTests/") }
    let bare = try others.flatMap { file in
      try file.places(matching: pattern, inComments: false).filter { !$0.hasSuffix("@Test(") }
    }
    expectNone(bare, "give the test a name that is a statement")
  }

  @Test("No type has an empty name such as Manager or Helper")
  func emptyNames() throws {
    let names = #"(?:\w*(?:Manager|Helper|Helpers|Utils|Utilities|Common)|(?:Default|New)[A-Z]\w*)"#
    let pattern = "\\b(?:struct|class|enum|actor|protocol|typealias) \(names)\\b"
    expectNone(try sources.flatMap { try $0.places(matching: pattern, inComments: false) }, "name the type by its role")
  }

  @Test("No path of a developer's machine appears")
  func noWorkplacePaths() throws {
    let pattern = #"(?<![\w.~}])/(?:"# + ["wo" + "rk", "ro" + "ot", "ho" + "me"].joined(separator: "|") + #")/"#
    expectNone(
      try SourceTree.allFiles().flatMap { try $0.places(matching: pattern) }, "remove the path of a developer's machine"
    )
  }

  @Test("The four services have files of the same names, and the three views are wired at similar length")
  func siblings() throws {
    func lines(_ name: String, _ part: String) throws -> Int {
      let path = "Sources/\(name)Svc/\(name)\(part).swift"
      return try #require(sources.first { $0.path == path }, "\(path) is missing").lines.count
    }
    for name in ["Session", "Stats", "Milestone", "Diversity"] {
      #expect(try lines(name, "Service") > 0 && lines(name, "Routes") > 0)
      #expect(try lines(name, name == "Session" ? "Handlers" : "Queries") > 0)
    }
    let views = ["Stats", "Milestone", "Diversity"]
    for part in ["Service", "Routes"] {
      let sizes = try views.map { try lines($0, part) }
      #expect(sizes.reduce(0, max) <= 4 * sizes.reduce(.max, min), "\(part): \(sizes)")
    }
  }
}

extension NSRegularExpression {
  /// Whether another declaration starts at the same depth, so that a later closing brace belongs to it.
  func matchesSameIndent(_ line: String, _ indent: String) -> Bool {
    guard let match = firstMatch(in: line, range: NSRange(line.startIndex..., in: line)),
      let range = Range(match.range(at: 1), in: line)
    else { return false }
    return line[range] == indent
  }
}
