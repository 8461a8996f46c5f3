/// The statements of a JavaScript module that matter if modules are joined. It understands the forms that the page
/// uses: an `import` or `export` begins its line, and exports are constants, functions and classes.
struct PageModule {
  enum Statement: Equatable {
    /// `names` is the text before `from`. `path` is relative to the page's folder.
    case imported(names: String, path: String)
    /// The line without `export`.
    case exported(names: [String], line: String)
    case other(lines: String)
  }

  struct UnknownForm: Error, Equatable {
    var path: String
    var line: String
  }

  let path: String
  let statements: [Statement]

  init(path: String, text: String) throws {
    self.path = path
    var statements: [Statement] = []
    // The lines of an `import` that is not complete.
    var open = ""
    // Lines that follow each other.
    var others: Substring?
    func close() {
      if let others { statements.append(.other(lines: String(others))) }
      others = nil
    }
    for line in text[...].lines {
      if !open.isEmpty || line.begins(with: Self.importing) {
        open += (open.isEmpty ? "" : " ") + line
        guard line.ends(with: ";") else { continue }
        close()
        statements.append(try Self.imported(open, in: path))
        open = ""
      } else if line.begins(with: Self.exporting) {
        close()
        statements.append(try Self.exported(String(line), in: path))
      } else {
        others = text[(others ?? line).startIndex..<line.endIndex]
      }
    }
    close()
    guard open.isEmpty else { throw UnknownForm(path: path, line: open) }
    self.statements = statements
  }

  /// The paths of the modules that this one imports.
  var imports: [String] {
    statements.compactMap {
      if case .imported(_, let path) = $0 { path } else { nil }
    }
  }

  /// The first line that makes the importing modules wait.
  var firstWait: String? {
    for case .other(let lines) in statements {
      let found = lines[...].lines.first { $0.begins(with: "await ") }
      if let found { return String(found) }
    }
    return nil
  }

  private static func imported(_ text: String, in path: String) throws -> Statement {
    let parts = text[...].parts(between: "\"")
    let from = " from "
    guard parts.count == 3, parts[0].ends(with: from), parts[1].begins(with: "."), parts[2] == ";" else {
      throw UnknownForm(path: path, line: text)
    }
    let names = parts[0].dropping(first: importing.utf8.count, last: from.utf8.count)
    guard names.begins(with: "* as ") || names.begins(with: "{") && names.ends(with: "}") else {
      throw UnknownForm(path: path, line: text)
    }
    return .imported(names: String(names), path: resolve(String(parts[1]), in: path))
  }

  private static let importing = "import "
  private static let exporting = "export "
  private static let kinds = ["const ", "class ", "function ", "function* ", "async function ", "async function* "]

  private static func exported(_ line: String, in path: String) throws -> Statement {
    let rest = line[...].dropping(first: exporting.utf8.count)
    guard let kind = kinds.first(where: rest.begins) else { throw UnknownForm(path: path, line: line) }
    let declared = rest.dropping(first: kind.utf8.count)
    // Either one name or a pattern of several.
    let end: Substring.Index? =
      switch declared.first {
      case "[": declared.firstIndex(of: "]")
      case "{": declared.firstIndex(of: "}")
      default: declared.firstIndex { !isOfName($0) }
      }
    let names = declared[..<(end ?? declared.startIndex)].split { !isOfName($0) }
    if names.isEmpty || declared[..<(end ?? declared.startIndex)].contains(":") {
      throw UnknownForm(path: path, line: line)
    }
    return .exported(names: names.map(String.init), line: String(rest))
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// Resolves a reference in a file to a path relative to the page's folder.
  static func resolve(_ reference: String, in path: String) -> String {
    var names = path[...].parts(between: "/").dropLast()
    for name in reference[...].parts(between: "/") where !name.isEmpty && name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names.joined(separator: "/")
  }

  /// Returns how a file refers to a path.
  static func reference(to path: String, in other: String) -> String {
    let depth = other.utf8.count { $0 == UInt8(ascii: "/") }
    return (depth == 0 ? "./" : String(repeating: "../", count: depth)) + path
  }

  /// The lines with other references to modules. `loaded` returns what replaces `import()` of a path.
  static func replacing(in lines: String, of path: String, loaded: (String) -> String) -> String {
    let start = "import(\""
    let end = "\")"
    var result = ""
    var rest = lines[...]
    while let call = rest.firstPlace(of: start), let close = rest[call.upperBound...].firstPlace(of: end) {
      result += rest[..<call.lowerBound]
      result += loaded(resolve(String(rest[call.upperBound..<close.lowerBound]), in: path))
      rest = rest[close.upperBound...]
    }
    return result + rest
  }
}
