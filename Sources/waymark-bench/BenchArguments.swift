/// The parsed command line of `waymark-bench`.
struct BenchArguments {
  private(set) var benches: [Bench] = []
  private(set) var asJSON = false
  private(set) var wantsHelp = false
  private(set) var database: String?

  init(_ list: [String]) throws(UsageFailure) {
    var names: [String] = []
    var rest = list[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": asJSON = true
      case "--help", "-h": wantsHelp = true
      case "--database":
        guard let value = rest.popFirst() else { throw UsageFailure(description: "'--database' needs a value") }
        database = value
      case _ where word.hasPrefix("--database="): database = String(word.dropFirst("--database=".count))
      case _ where word.hasPrefix("-"): throw UsageFailure(description: "unknown flag '\(word)'")
      default: names.append(word)
      }
    }
    if let unknown = names.first(where: { name in !Bench.all.contains { $0.name == name } }) {
      let known = Bench.all.map(\.name).joined(separator: ", ")
      throw UsageFailure(description: "unknown benchmark '\(unknown)'; give one of \(known)")
    }
    benches = Bench.all.filter { names.isEmpty || names.contains($0.name) }
  }
}

/// Why a command line is wrong. The exit code is 2.
struct UsageFailure: Error, CustomStringConvertible {
  var description: String
}

/// Why a benchmark could not measure.
struct BenchFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
