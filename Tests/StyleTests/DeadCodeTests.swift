import Foundation
import Testing

@Suite("Unused code")
struct DeadCodeTests {
  /// Names that code outside this repository uses, each with its user.
  private static let reasons = [
    "Main": "the entry point of an executable",
    "dropAll": "the simulation of the tests calls it",
    "hasQueuedWork": "the simulation of the tests reads it",
    "nestedUnkeyedContainer": "required of every coder",
    "nextTimerDue": "the simulation of the tests reads it",
    "superDecoder": "required of every coder",
    "superEncoder": "required of every coder",
    "waitingForHealth": "a test of many polls reads it",
    "urlSession": "URLSession calls it on its delegate",
    "userInfo": "required of every coder",
    "FrameDecoder": "tests and fuzzers read frames with it, split anywhere",
  ]

  private static let client = DeclaredNames(
    SourceTree.swiftFiles("Sources").filter { $0.path.hasPrefix("Sources/WaymarkClient/") })
  private static let server = DeclaredNames(
    SourceTree.swiftFiles("Sources").filter { !$0.path.hasPrefix("Sources/WaymarkClient/") })

  private func unused(_ declared: DeclaredNames, alsoReferringTo texts: [SourceFile] = []) -> [String] {
    var names = declared
    for text in texts { names.count(text.text) }
    // A response has all its members, even those that this repository does not read.
    let models = "Sources/WaymarkClient/Models/"
    return names.unused.filter { Self.reasons[$0.name] == nil && !($0.isPublicValue && $0.place.hasPrefix(models)) }
      .map { "\($0.name): \($0.place)" }
  }

  @Test("The server uses every declaration of its sources")
  func server() {
    let found = unused(Self.server)
    #expect(found.isEmpty, "unused; remove it:\n\(found.joined(separator: "\n"))")
  }

  @Test("The client library, its tests or its pages use every declaration of its sources")
  func client() {
    let texts = SourceTree.swiftFiles("Tests/WaymarkClientTests", "Tests/SystemTests")
    let pages = SourceTree.allFiles().filter { $0.path.hasPrefix("docs/apps/client") }
    let found = unused(Self.client, alsoReferringTo: texts + pages)
    #expect(found.isEmpty, "unused; remove it:\n\(found.joined(separator: "\n"))")
  }

  @Test("Another script of the page, or a test, uses every name that a script exports")
  func page() {
    let scripts = SourceTree.pageFiles().filter { $0.path.hasSuffix(".js") }
    let tests = SourceTree.swiftFiles("Tests").map(\.text).joined(separator: "\n")
    let words = scripts.map { script in (script, Set(script.text.matches(of: /\w+/).map { String($0.output) })) }
    let tested = Set(tests.matches(of: /\w+/).map { String($0.output) })
    let exports = scripts.flatMap { script in
      script.text.matches(of: /(?m)^export (?:async )?(?:function\*?|const|let|class) (\w+)/).map {
        (name: String($0.output.1), path: script.path)
      }
    }
    #expect(exports.count > 100)
    let unused = exports.filter { export in
      !tested.contains(export.name)
        && !words.contains { $0.0.path != export.path && $0.1.contains(export.name) }
    }
    #expect(unused.isEmpty, "not used outside of its script; remove it or `export`: \(unused)")
  }

  @Test("Every exception is needed")
  func exceptions() {
    let found = Set((Self.server.unused + Self.client.unused).map(\.name))
    #expect(Set(Self.reasons.keys).subtracting(found).isEmpty)
  }

  @Test("The check finds unused functions, properties, cases and types, and no used ones")
  func finds() {
    let source = """
      struct Kept { var used = 1; var idle = 2 }
      enum Mood { case calm, wild(Int) }
      enum Raw: String { case fromText }
      // idle, lonely() and Alone in a comment are not uses
      func lonely() { print("idle \\(Kept().used)", Mood.calm, Raw.self) }
      struct Alone {}
      """
    let file = SourceFile(path: "Example.swift", text: source)
    let found = unused(DeclaredNames([file])).map { $0.prefix { $0 != ":" } }
    #expect(found.sorted() == ["Alone", "idle", "lonely", "wild"])
  }
}
