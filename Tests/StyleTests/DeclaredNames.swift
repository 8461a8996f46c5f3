import Foundation

/// The names that sources declare, and the number of occurrences of each word.
struct DeclaredNames {
  struct Declaration {
    var name: String
    var place: String
    /// A public property of a model, which apps may read.
    var isPublicValue: Bool
  }

  private var declarations: [String: [Declaration]] = [:]
  private var words: [String: Int] = [:]

  private static let named = expression(
    #"\b(?:func|var|let|struct|class(?! func| var| let)|enum|actor|protocol|typealias)\s+`?([A-Za-z_]\w*)`?"#)
  private static let word = expression(#"[A-Za-z_]\w*"#)
  private static let cases = expression(#"(?:^|\{)\s*(?:indirect )?case (`?[a-z]\w*`?(?:[(, =].*)?)$"#)
  /// Cases of raw-value enumerations, which are created without their names.
  private static let rawEnum = expression(#"\benum \w+: (?:String|Int|UInt8|UInt16|UInt32)\b"#)

  private static func expression(_ pattern: String) -> NSRegularExpression {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { preconditionFailure(pattern) }
    return expression
  }

  init(_ files: [SourceFile]) {
    for file in files { read(file) }
  }

  private mutating func read(_ file: SourceFile) {
    let code = SwiftCode.of(file.text)
    count(code)
    var isRaw = false
    for (index, line) in code.components(separatedBy: "\n").enumerated() {
      if line.contains("enum ") { isRaw = !Self.matches(Self.rawEnum, line, group: 0).isEmpty }
      var names = Self.matches(Self.named, line, group: 1)
      if !isRaw { names += Self.caseNames(line) }
      let isPublicValue = line.contains("public ") && (line.contains(" var ") || line.contains(" let "))
      for name in names {
        declarations[name, default: []].append(
          Declaration(name: name, place: file.place(index), isPublicValue: isPublicValue))
      }
    }
  }

  /// Words that are not declarations, such as those of tests and pages.
  mutating func count(_ text: String) {
    for word in Self.matches(Self.word, text, group: 0) { words[word, default: 0] += 1 }
  }

  /// Declarations whose name appears only at the declaration.
  var unused: [Declaration] {
    declarations.values.filter { ($0.first.flatMap { words[$0.name] } ?? 0) <= $0.count }.flatMap { $0 }
      .sorted { $0.place < $1.place }
  }

  /// `case a(Int), b = 2` declares two; a line that ends in a colon is a pattern and declares none.
  private static func caseNames(_ line: String) -> [String] {
    guard let list = matches(cases, line, group: 1).first, !list.hasPrefix("let "), !list.hasPrefix("var ") else {
      return []
    }
    var depth = 0
    let bare = list.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
    guard !bare.contains(":") else { return [] }
    return bare.split(separator: ",").compactMap { part in
      part.split(separator: "=").first.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `)}")) }
    }
  }

  private static func matches(_ expression: NSRegularExpression, _ text: String, group: Int) -> [String] {
    let whole = text as NSString
    return expression.matches(in: text, range: NSRange(location: 0, length: whole.length))
      .map { whole.substring(with: $0.range(at: group)) }
  }
}
