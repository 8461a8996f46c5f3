import Foundation

/// The texts that a module of the page takes from the catalogues, found in its source.
struct PageTexts {
  /// Keys of `t` and `rich`.
  var keys: Set<String> = []
  /// Keys of `plural` and `richPlural`, with the English singular.
  var plurals: [String: String] = [:]
  /// Calls whose texts are not literals.
  var problems: [String] = []

  private let source: [Character]

  init(of source: String) {
    self.source = Array(source)
    for call in source.matches(of: /(?:^|[^\w.$])(t|rich|plural|richPlural)\(/) where !isDefinition(call.range, source)
    {
      let start = source.distance(from: source.startIndex, to: call.range.upperBound)
      let isPlural = call.output.1.lowercased().hasSuffix("plural")
      if !(isPlural ? readPlural(from: start) : readKey(from: start)) {
        problems.append(String(source[call.range.lowerBound...].prefix(60)))
      }
    }
  }

  private func isDefinition(_ range: Range<String.Index>, _ source: String) -> Bool {
    source[..<range.lowerBound].hasSuffix("function")
  }

  private mutating func readKey(from start: Int) -> Bool {
    guard let (key, end) = literal(from: start), ",)".contains(at(space(from: end))) else { return false }
    keys.insert(key)
    return true
  }

  private mutating func readPlural(from start: Int) -> Bool {
    guard let comma = endOfArgument(from: start), at(comma) == ",",
      let one = member("{one:", from: comma + 1), let other = member(",other:", from: one.end)
    else { return false }
    var end = space(from: other.end)
    if at(end) == "," { end = space(from: end + 1) }
    guard at(end) == "}", ",)".contains(at(space(from: end + 1))) else { return false }
    guard plurals[other.text, default: one.text] == one.text else { return false }
    plurals[other.text] = one.text
    return true
  }

  private func at(_ index: Int) -> Character { index < source.count ? source[index] : "\0" }

  private func space(from start: Int) -> Int {
    var index = start
    while at(index).isWhitespace { index += 1 }
    return index
  }

  /// Reads `prefix`, with spaces between any of its tokens, and a literal.
  private func member(_ prefix: String, from start: Int) -> (text: String, end: Int)? {
    var index = start
    var isInWord = false
    for character in prefix {
      if !(character.isLetter && isInWord) { index = space(from: index) }
      guard at(index) == character else { return nil }
      isInWord = character.isLetter
      index += 1
    }
    return literal(from: index)
  }

  /// Reads `"a"` or `"a" + "b"`.
  private func literal(from start: Int) -> (text: String, end: Int)? {
    var text = ""
    var index = space(from: start)
    while true {
      guard at(index) == "\"", let end = endOfString(from: index),
        let part = try? JSONDecoder().decode(String.self, from: Data(String(source[index..<end]).utf8))
      else { return nil }
      text += part
      let next = space(from: end)
      guard at(next) == "+" else { return (text, end) }
      index = space(from: next + 1)
    }
  }

  private func endOfString(from start: Int) -> Int? {
    var index = start + 1
    while index < source.count {
      if source[index] == "\\" { index += 1 } else if source[index] == source[start] { return index + 1 }
      index += 1
    }
    return nil
  }

  /// The position of the comma or bracket after an argument.
  private func endOfArgument(from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < source.count {
      switch source[index] {
      case "\"", "'", "`":
        guard let end = endOfString(from: index) else { return nil }
        index = end
        continue
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        if depth == 0 { return index }
        depth -= 1
      case "," where depth == 0: return index
      default: break
      }
      index += 1
    }
    return nil
  }
}
