import Service

/// A flag of one command, in addition to those of all commands.
struct Flag: Sendable {
  var name: String
  /// The name of its value in the help text, or nil if it takes none.
  var value: String?
  var help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  static let json = Flag("json", "print results as JSON")
}

/// The parsed words and flags of a command line.
struct Arguments: Sendable, Equatable {
  var words: [String] = []
  var values: [String: String] = [:]
  var switches: Set<String> = []

  /// Flags may appear anywhere, as `--flag value` or `--flag=value`. After `--`, everything is a word.
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

  /// Throws if the number of words is outside the range.
  func expectWords(_ range: ClosedRange<Int>) throws(UsageFailure) {
    if words.count > range.upperBound { throw UsageFailure("unexpected '\(words[range.upperBound])'") }
    if words.count < range.lowerBound { throw UsageFailure("an argument is missing") }
  }

  /// Throws if a flag was given that the subcommand would ignore.
  func expectFlags(_ names: String...) throws(UsageFailure) {
    let known = Set(names + Command.sharedFlags.map(\.name) + [Flag.json.name, "help"])
    if let other = (values.keys.sorted() + switches.sorted()).first(where: { !known.contains($0) }) {
      throw UsageFailure("'--\(other)' cannot be used with '\(words.first ?? "")'")
    }
  }
}
