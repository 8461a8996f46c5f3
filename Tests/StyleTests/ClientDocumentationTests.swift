import Testing

@Suite("Documentation of the client library")
struct ClientDocumentationTests {
  @Test("Every public symbol of WaymarkClient has a documentation comment")
  func everySymbol() {
    let files = SourceTree.swiftFiles("Sources").filter { $0.path.hasPrefix("Sources/WaymarkClient/") }
    let symbols = files.flatMap { file in
      PublicSymbols(file.lines).found.map { (isDocumented: $0.isDocumented, place: file.place($0.index)) }
    }
    #expect(symbols.count > 1_000)
    let bare = symbols.filter { !$0.isDocumented }.map(\.place)
    #expect(bare.isEmpty, "without a documentation comment:\n\(bare.joined(separator: "\n"))")
  }

  @Test("Finds undocumented types, members, cases and requirements, and ignores what is not public")
  func finds() {
    let source = """
      public import Foundation
      /// Documented.
      @MainActor @Observable
      public final class Model {
        public internal(set) var bare = 0
        var hidden = "}"
        @available(*, deprecated, renamed: "other")
        public func run() -> Int { switch bare { case 0: 1 default: 2 } }
      }
      /// Documented.
      public enum Kind: String {
        /// Documented.
        case first
        case second
        private enum Keys { case hidden }
      }
      /// Documented.
      public protocol Source {
        func next() -> Int
        /// Documented.
        var count: Int { get }
      }
      """
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let symbols = PublicSymbols(lines).found
    #expect(symbols.filter { !$0.isDocumented }.map(\.index) == [4, 7, 13, 18])
    #expect(symbols.count == 9)
  }
}

/// The public declarations of a file, including cases of public enums and requirements of public protocols.
private struct PublicSymbols {
  private(set) var found: [(index: Int, isDocumented: Bool)] = []
  /// The enums and protocols that contain the current line, with the depth of their members.
  private var containers: [(keyword: String, depth: Int)] = []
  private var depth = 0
  private var isDocumented = false

  private static let modifiers: Set<Substring> = [
    "final", "static", "mutating", "nonisolated", "convenience", "override", "indirect", "@discardableResult",
  ]
  private static let requirements: Set<Substring> = ["func", "var", "init", "static", "mutating", "associatedtype"]

  init(_ lines: [String]) {
    for (index, line) in lines.enumerated() { read(String(line.trimmingPrefix { $0 == " " }), at: index) }
  }

  private mutating func read(_ line: String, at index: Int) {
    if line.hasPrefix("///") {
      isDocumented = true
      return
    }
    let words = line.split { " (<{:?[".contains($0) }
    // A line with only attributes belongs to the declaration after it.
    if line.hasPrefix("@"), words.allSatisfy({ $0 != "public" && !Self.requirements.contains($0) }) { return }
    if isPublic(words) || isMember(words) { found.append((index, isDocumented)) }
    isDocumented = false
    enterAndLeave(line, words)
  }

  private func isPublic(_ words: [Substring]) -> Bool {
    let rest = words.drop { Self.modifiers.contains($0) }
    return rest.first == "public" && rest.dropFirst().first != "import"
  }

  /// Members of public enums and protocols are public without the keyword.
  private func isMember(_ words: [Substring]) -> Bool {
    guard let container = containers.last, container.depth == depth, let first = words.first else { return false }
    return container.keyword == "enum" ? first == "case" : Self.requirements.contains(first)
  }

  private mutating func enterAndLeave(_ line: String, _ words: [Substring]) {
    let code = SwiftCode.of(line)
    let before = depth
    depth += code.count { $0 == "{" } - code.count { $0 == "}" }
    if depth > before, isPublic(words), let keyword = words.first(where: { $0 == "enum" || $0 == "protocol" }) {
      containers.append((String(keyword), depth))
    }
    while let last = containers.last, depth < last.depth { containers.removeLast() }
  }
}
