import Foundation

/// A text file of the repository, line by line.
struct SourceFile: Sendable {
  let path: String
  let text: String
  let lines: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.components(separatedBy: "\n")
  }

  /// The path and number of a line in the form that editors open.
  func place(_ index: Int) -> String {
    "\(path):\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces))"
  }

  /// The matching lines with their places. Text in comments counts only if `inComments` is true.
  func places(matching pattern: String, inComments: Bool = true) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    // Most files have no match, so the whole text is searched first.
    guard expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil else { return [] }
    return lines.indices.filter { index in
      var line = lines[index]
      if !inComments, let comment = line.range(of: "//") { line = String(line[..<comment.lowerBound]) }
      return expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) != nil
    }.map(place)
  }
}

/// The repository that this test was compiled from.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let swift = ["Sources", "Tests"].flatMap { files(under: $0) { $0.hasSuffix(".swift") } }

  static func swiftFiles(_ folders: String...) -> [SourceFile] {
    swift.filter { file in folders.contains { file.path.hasPrefix($0 + "/") } }
  }

  /// Every text file that people read or run, in any language.
  static func allFiles() -> [SourceFile] { all }

  private static let all: [SourceFile] = {
    let kinds = [
      ".swift", ".md", ".py", ".bash", ".yaml", ".yml", ".json", ".h", ".c", ".modulemap", ".svg", ".html", ".js",
      ".css", ".Caddyfile", ".conf", ".container", ".service", ".socket", ".target", ".volume",
    ]
    // Scripts have no file extension.
    return ["Sources", "Tests", "deploy", "docs", ".ci"].flatMap { folder in
      files(under: folder) { name in kinds.contains { name.hasSuffix($0) } || !name.contains(".") }
    } + ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Package.swift"].compactMap(read)
  }()

  /// The page's scripts and style sheets.
  static func pageFiles() -> [SourceFile] {
    files(under: "Sources/Dashboard/Page") { $0.hasSuffix(".js") || $0.hasSuffix(".css") }
  }

  private static func files(under folder: String, where fits: (String) -> Bool) -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = (FileManager.default.enumerator(atPath: base.path)?.allObjects ?? []).compactMap { $0 as? String }
    return names.sorted().filter { name in
      !name.contains("__pycache__") && fits((name as NSString).lastPathComponent)
    }.compactMap { read("\(folder)/\($0)") }
  }

  private static func read(_ path: String) -> SourceFile? {
    guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else { return nil }
    return SourceFile(path: path, text: text)
  }
}
