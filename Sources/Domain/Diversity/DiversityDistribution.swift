import Languages

/// The values of works in one dimension, the most frequent first.
struct DiversityDistribution: Sendable {
  /// Sorted by descending count, then by name.
  let counts: [(name: String, count: Int)]

  static let mostShown = 200
  static let restName = "Other"

  init(_ counts: [(name: String, count: Int)]) {
    self.counts = counts.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The distribution to display: values beyond the limit are combined.
  var shown: DiversityDistribution {
    guard counts.count > Self.mostShown else { return self }
    var kept = Array(counts.prefix(Self.mostShown))
    let rest = counts.dropFirst(Self.mostShown).reduce(0) { $0 + $1.count }
    if let place = kept.firstIndex(where: { $0.name == Self.restName }) {
      kept[place].count += rest
    } else {
      kept.append((Self.restName, rest))
    }
    return DiversityDistribution(kept)
  }

  var breakdown: [String: Int] {
    Dictionary(counts.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }

  func evenness(of dimension: DiversityDimension) -> Double {
    let informative = counts.filter { $0.name != dimension.neutralValue }.map(\.count)
    let values = dimension.values.count - (dimension.neutralValue == nil ? 0 : 1)
    return Evenness.value(of: informative, among: dimension == .language ? max(2, informative.count) : values)
  }

  /// Returns the axis as a sentence for screen readers.
  func description(
    of dimension: DiversityDimension, completion: Double, in language: Language = .english
  ) -> String {
    let percent = language.percent(language.localized(Percentage.text(completion)))
    let head = language.text(
      "{label}: {percent} complete.", ["label": dimension.label(in: language), "percent": percent])
    guard !counts.isEmpty else { return head }
    let books = counts.map { name, count in
      language.plural(
        count, "{value}: {count} book", "{value}: {count} books",
        ["value": dimension.name(of: name, in: language), "count": "\(count)"])
    }
    return "\(head) \(books.joined(separator: ", "))."
  }
}
