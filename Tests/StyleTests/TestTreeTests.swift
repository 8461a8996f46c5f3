import Foundation
import Testing

@Suite("Layout of the tests")
struct TestTreeTests {
  private let tests = SourceTree.swiftFiles("Tests")

  @Test("Every test file has a test")
  func noEmptyFile() {
    let empty = tests.filter { file in
      let name = (file.path as NSString).lastPathComponent
      // A suite that other files extend has its own file, in a folder with its name.
      let isParent = file.path.hasSuffix("/\(name.dropLast(6))/\(name)")
      return name.hasSuffix("Tests.swift") && !isParent && !file.lines.contains { $0.contains("@Test(") }
    }
    #expect(empty.isEmpty, "no test in \(empty.map(\.path))")
  }

  @Test("Every test target has a test and its own folder")
  func targets() throws {
    let manifest = try #require(SourceTree.allFiles().first { $0.path == "Package.swift" })
    let mirrored = try names(#"tests\(\s*of: "(\w+)""#, in: manifest.lines.joined(separator: "\n"))
    let folders = mirrored.map { "\($0)Tests" } + ["Fuzz", "StyleTests", "SystemTests"]
    #expect(folders.count > 15)
    for folder in folders {
      let files = tests.filter { $0.path.hasPrefix("Tests/\(folder)/") }
      #expect(files.contains { $0.lines.contains { $0.contains("@Test(") } }, "no test in Tests/\(folder)")
    }
  }

  @Test("System tests are in a folder of their subject, and their tools in Support")
  func systemTests() {
    let loose = tests.map(\.path).filter { path in
      path.hasPrefix("Tests/SystemTests/") && path.split(separator: "/").count == 3
    }
    #expect(loose == ["Tests/SystemTests/SystemTests.swift"])
    let tools = tests.filter { $0.path.hasPrefix("Tests/SystemTests/Support/") }
    let mixed = tools.filter { $0.lines.contains { $0.contains("@Test(") } }
    #expect(mixed.isEmpty, "tests among tools: \(mixed.map(\.path))")
  }

  @Test("A system test that measures time has a name that starts with `measures`, so that it runs alone")
  func measurements() {
    var others: [String] = []
    for file in tests where file.path.hasPrefix("Tests/SystemTests/") && !file.path.contains("/Support/") {
      var name = ""
      for (index, line) in file.lines.enumerated() {
        if let found = line.firstMatch(of: /^ {2,4}(?:private )?func (\w+)/) { name = String(found.1) }
        let measures = line.contains("duration {") || line.contains("duration(") || line.contains("shortest")
        if measures && !name.hasPrefix("measures") { others.append(file.place(index)) }
      }
    }
    #expect(others.isEmpty, "rename the function: \(others)")
  }

  private func names(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }
}
