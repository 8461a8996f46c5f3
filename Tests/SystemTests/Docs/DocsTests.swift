import Foundation
import Testing

extension SystemTests {
  @Suite("Documentation pages")
  struct DocsTests {
    static let pages =
      ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
      + (FileManager.default.enumerator(atPath: Executable.repository.path + "/docs")?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }

    static let runPages = pages.filter { page in
      (try? FencedBlock.all(on: page))?.contains { !$0.commands.isEmpty } == true
    }

    @Test("The commands of a page have the shown results", arguments: runPages)
    func commands(page: String) throws {
      let commands = try FencedBlock.all(on: page).flatMap(\.commands)
      let results = try ShellSession().run(commands)
      for (command, result) in zip(commands, results) {
        if command.answer == nil {
          #expect(result.code == 0, "\(command.place): \(command.text)\n\(result.output)")
        } else {
          #expect(command.shows(result.output), "\(command.place): \(command.text)\n\(result.output)")
        }
      }
      #expect(results.count == commands.count, "the shell ended early")
    }

    @Test("Runs the pages with commands")
    func pagesThatAreRun() {
      let known: Set = [
        "docs/getting-started.md", "docs/apps/api.md", "docs/apps/calls.md", "docs/operating.md",
      ]
      #expect(Set(Self.runPages).isSuperset(of: known))
    }

    @Test("Every code block has a language", arguments: pages)
    func languages(page: String) throws {
      for block in try FencedBlock.all(on: page) {
        #expect(["sh", "console", "json", "swift", "text"].contains(block.language), "\(page):\(block.line)")
      }
    }

    @Test("JSON blocks are valid JSON", arguments: pages)
    func json(page: String) throws {
      for block in try FencedBlock.all(on: page) where block.language == "json" {
        let data = Data(block.lines.joined(separator: "\n").utf8)
        #expect(throws: Never.self, "\(page):\(block.line)") { try JSONSerialization.jsonObject(with: data) }
      }
    }

    @Test("Files and suites in text blocks exist", arguments: pages)
    func unrun(page: String) throws {
      for block in try FencedBlock.all(on: page) where block.language == "text" {
        for word in block.lines.flatMap({ $0.split(separator: " ") }) where word.hasPrefix("deploy/") {
          let file = Executable.repository.appendingPathComponent(String(word)).path
          #expect(FileManager.default.fileExists(atPath: file), "\(page):\(block.line): \(word)")
        }
        for suite in try places(#"--filter (\w+)"#, in: block.lines.joined(separator: "\n")) {
          #expect(try Self.suites.contains(suite), "\(page):\(block.line): \(suite)")
        }
      }
    }

    /// The names that `swift test --filter` finds: test targets and files with suites.
    private static var suites: Set<String> {
      get throws {
        let tests = Executable.repository.appendingPathComponent("Tests").path
        let names = (FileManager.default.enumerator(atPath: tests)?.allObjects ?? []).compactMap { $0 as? String }
        return Set(names.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent })
      }
    }

    @Test("Every file that a page names exists", arguments: pages)
    func files(page: String) throws {
      let root = Executable.repository
      let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
      let folder = root.appendingPathComponent(page).deletingLastPathComponent()
      let links = try places(#"\]\((?!https?:|#)([^)#]+)"#, in: text).map { folder.appendingPathComponent($0) }
      let paths = try places(#"`((?:Sources|Tests|deploy|docs|\.ci)/[\w./+-]*\w)`"#, in: text)
        .map { root.appendingPathComponent($0) }
      for file in links + paths {
        #expect(FileManager.default.fileExists(atPath: file.path), "\(page): \(file.path)")
      }
    }

    @Test("Every source file that a page names exists in the named folder", arguments: pages)
    func sources(page: String) throws {
      let text = try String(contentsOf: Executable.repository.appendingPathComponent(page), encoding: .utf8)
      let named = try places(#"`([\w/]*/)?([A-Z]\w*(?:\+\w+)?\.swift)`"#, in: text, group: 0)
      for name in named.map({ $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }) {
        #expect(Self.swiftFiles.contains { $0.hasSuffix("/" + name) }, "\(page): \(name)")
      }
    }

    private static let swiftFiles = ["Sources", "Tests"].flatMap { folder in
      let all = FileManager.default.enumerator(atPath: Executable.repository.path + "/" + folder)?.allObjects ?? []
      return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { "/\(folder)/\($0)" }
    }

    private func places(_ pattern: String, in text: String, group: Int = 1) throws -> [String] {
      let expression = try NSRegularExpression(pattern: pattern)
      return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
        Range(match.range(at: group), in: text).map { String(text[$0]) }
      }
    }
  }
}
