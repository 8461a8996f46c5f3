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

  private func unused(_ files: [SourceFile], alsoReferringTo texts: [SourceFile] = []) -> [String] {
    var names = DeclaredNames()
    for file in files { names.read(file) }
    for text in texts { names.count(text.lines.joined(separator: "\n")) }
    // An answer holds what it holds, whether our own code reads it or not.
    let models = "Sources/WaymarkClient/Models/"
    return names.unused.filter { Self.reasons[$0.name] == nil && !($0.isPublicValue && $0.place.hasPrefix(models)) }
      .map { "\($0.name): \($0.place)" }
  }

  @Test("Whatever the server's sources declare, they use")
  func server() {
    let files = SourceTree.swiftFiles("Sources").filter { !$0.path.hasPrefix("Sources/WaymarkClient/") }
    let found = unused(files)
    #expect(found.isEmpty, "nothing refers to it:\n\(found.joined(separator: "\n"))")
  }

  @Test("Whatever the client library declares, it uses, or a test or its page does")
  func client() {
    let texts = SourceTree.swiftFiles("Tests/WaymarkClientTests", "Tests/SystemTests")
    let page = SourceTree.allFiles().filter { $0.path == "docs/client.md" }
    let found = unused(SourceTree.swiftFiles("Sources/WaymarkClient"), alsoReferringTo: texts + page)
    #expect(found.isEmpty, "nothing refers to it:\n\(found.joined(separator: "\n"))")
  }

  @Test("Every exception is needed")
  func exceptions() {
    var server = DeclaredNames()
    var client = DeclaredNames()
    for file in SourceTree.swiftFiles("Sources") {
      if file.path.hasPrefix("Sources/WaymarkClient/") { client.read(file) } else { server.read(file) }
    }
    let found = Set((server.unused + client.unused).map(\.name))
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
    let file = SourceFile(path: "Example.swift", lines: source.components(separatedBy: "\n"))
    #expect(unused([file]).map { $0.prefix { $0 != ":" } }.sorted() == ["Alone", "idle", "lonely", "wild"])
  }
}
