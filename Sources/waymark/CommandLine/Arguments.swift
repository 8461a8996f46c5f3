import Service

/// A flag that a command knows besides those of all commands.
struct Flag: Sendable {
  var name: String
  /// What help calls its value; nil for a flag without one.
  var value: String?
  var help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  static let json = Flag("json", "print results as JSON")
}

/// A command's words and flags, taken apart.
struct Arguments: Sendable, Equatable {
  var words: [String] = []
  var values: [String: String] = [:]
  var switches: Set<String> = []

  /// Flags stand anywhere, as `--flag value` or `--flag=value`; after `--` everything is a word.
  init(_ list: [String], flags: [Flag]) throws(UsageFailure) {
    var rest = list[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        words.append(word)
        continue
      }
      if word == "--help" || word == "-h" {
        switches.insert("help")
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard word.hasPrefix("--"), let flag = flags.first(where: { "--" + $0.name == parts[0] }) else {
        throw UsageFailure("unknown flag '\(parts[0])'")
      }
      if flag.value == nil {
        guard parts.count == 1 else { throw UsageFailure("'--\(flag.name)' takes no value") }
        switches.insert(flag.name)
      } else if parts.count == 2 {
        values[flag.name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[flag.name] = value
      } else {
        throw UsageFailure("'--\(flag.name)' needs a value")
      }
    }
  }

  var asJSON: Bool {
    switches.contains("json")
  }

  /// The only words that make sense are those a command asks for by count.
  func expectWords(_ range: ClosedRange<Int>) throws(UsageFailure) {
    if words.count > range.upperBound { throw UsageFailure("unexpected '\(words[range.upperBound])'") }
    if words.count < range.lowerBound { throw UsageFailure("something is missing") }
  }

  /// A flag that one of a command's words cannot use would otherwise seem to have been heeded.
  func expectFlags(_ names: String...) throws(UsageFailure) {
    let known = Set(names + Command.sharedFlags.map(\.name) + [Flag.json.name, "help"])
    if let other = (values.keys.sorted() + switches.sorted()).first(where: { !known.contains($0) }) {
      throw UsageFailure("'--\(other)' does not belong to '\(words.first ?? "")'")
    }
  }
}
