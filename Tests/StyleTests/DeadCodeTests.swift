import Foundation
import Testing

@Suite("Code that nothing refers to")
struct DeadCodeTests {
  /// Names that are called from elsewhere, each with who calls it.
  private static let reasons = [
    "Main": "the entry point of an executable",
    "encodeIfPresent": "what the compiler writes calls it of an encoder",
    "enqueue": "Swift calls it of an executor",
    "nestedUnkeyedContainer": "required of every coder",
    "superDecoder": "required of every coder",
    "superEncoder": "required of every coder",
    "urlSession": "the system's HTTP stack calls it of a delegate",
    "userInfo": "required of every coder",
    "FrameDecoder": "what the tests and the fuzzer read frames with, cut anywhere",
  ]

  private static let client = DeclaredNames(
    SourceTree.swiftFiles("Sources").filter { $0.path.hasPrefix("Sources/WaymarkClient/") })
  private static let server = DeclaredNames(
    SourceTree.swiftFiles("Sources").filter { !$0.path.hasPrefix("Sources/WaymarkClient/") })

  private func unused(_ declared: DeclaredNames, alsoReferringTo texts: [SourceFile] = []) -> [String] {
    var names = declared
    for text in texts { names.count(text.text) }
    // An answer holds what it holds, whether our own code reads it or not.
    let models = "Sources/WaymarkClient/Models/"
    return names.unused.filter { Self.reasons[$0.name] == nil && !($0.isPublicValue && $0.place.hasPrefix(models)) }
      .map { "\($0.name): \($0.place)" }
  }

  @Test("Whatever the server's sources declare, they use")
  func server() {
    let found = unused(Self.server)
    #expect(found.isEmpty, "nothing refers to it:\n\(found.joined(separator: "\n"))")
  }

  @Test("Whatever the client library declares, it uses, or a test or its page does")
  func client() {
    let texts = SourceTree.swiftFiles("Tests/WaymarkClientTests", "Tests/SystemTests")
    let page = SourceTree.allFiles().filter { $0.path == "docs/client.md" }
    let found = unused(Self.client, alsoReferringTo: texts + page)
    #expect(found.isEmpty, "nothing refers to it:\n\(found.joined(separator: "\n"))")
  }

  @Test("Every exception is needed")
  func exceptions() {
    let found = Set((Self.server.unused + Self.client.unused).map(\.name))
    #expect(Set(Self.reasons.keys).subtracting(found).isEmpty)
  }

  @Test("A function, a property, a case and a type that nothing refers to are found; what is used is not")
  func finds() {
    let source = """
      struct Kept { var used = 1; var idle = 2 }
      enum Mood { case calm, wild(Int) }
      enum Raw: String { case fromText }
      // idle, lonely() and Alone in a comment refer to nothing
      func lonely() { print("idle \\(Kept().used)", Mood.calm, Raw.self) }
      struct Alone {}
      """
    let file = SourceFile(path: "Example.swift", text: source)
    let found = unused(DeclaredNames([file])).map { $0.prefix { $0 != ":" } }
    #expect(found.sorted() == ["Alone", "idle", "lonely", "wild"])
  }
}
