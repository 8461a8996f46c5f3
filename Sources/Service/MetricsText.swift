/// Writes the text format of Prometheus.
enum MetricsText {
  static func family(_ family: Metrics.Family) -> String {
    var text = "# HELP \(family.name) \(escapedHelp(family.help))\n# TYPE \(family.name) \(family.type)\n"
    for (labels, series) in family.series {
      switch series {
      case .counter(let counter): text += "\(family.name){\(labels)} \(counter.value)\n"
      case .gauge(let read): text += "\(family.name){\(labels)} \(number(read()))\n"
      case .histogram(let histogram): text += buckets(family.name, labels, histogram)
      }
    }
    return text
  }

  private static func buckets(_ name: String, _ labels: String, _ histogram: Histogram) -> String {
    let counts = histogram.counts
    var text = ""
    var sum = 0
    for (index, count) in counts.buckets.enumerated() {
      sum += count
      let bound = index < histogram.bounds.count ? number(histogram.bounds[index]) : "+Inf"
      text += "\(name)_bucket{\(labels),le=\"\(bound)\"} \(sum)\n"
    }
    return text + "\(name)_sum{\(labels)} \(number(counts.sum))\n\(name)_count{\(labels)} \(sum)\n"
  }

  static func labels(_ pairs: [(String, String)]) -> String {
    pairs.map { "\($0.0)=\"\(escapedLabel($0.1))\"" }.joined(separator: ",")
  }

  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }

  private static func escapedHelp(_ text: String) -> String {
    replacing(text, ["\\": "\\\\", "\n": "\\n"])
  }

  private static func escapedLabel(_ text: String) -> String {
    replacing(text, ["\\": "\\\\", "\n": "\\n", "\"": "\\\""])
  }

  private static func replacing(_ text: String, _ replacements: [Character: String]) -> String {
    text.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
  }
}
