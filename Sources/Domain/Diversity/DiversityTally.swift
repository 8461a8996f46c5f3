/// The number of works per value and dimension. Integers only, so that adding and removing is exact.
struct DiversityTally: Hashable, Sendable {
  private(set) var books = 0
  /// `slots` counts per fixed dimension. The first one counts works without a value.
  private var counts = [Int](repeating: 0, count: DiversityDimension.fixed.count * Self.slots)
  /// By language number.
  private(set) var languages: [UInt32: Int] = [:]

  private static let slots = 16

  mutating func add(_ work: WorkDiversityRow) { count(work, 1) }
  mutating func remove(_ work: WorkDiversityRow) { count(work, -1) }

  private mutating func count(_ work: WorkDiversityRow, _ step: Int) {
    books += step
    for slot in 0..<DiversityDimension.fixed.count {
      counts[slot * Self.slots + Int(work.values[slot])] += step
    }
    guard work.language > 0 else { return }
    let count = languages[work.language, default: 0] + step
    languages[work.language] = count == 0 ? nil : count
  }

  /// Returns the number of works that have a value in `dimension`.
  func filled(_ dimension: DiversityDimension) -> Int {
    guard let slot = dimension.slot else { return languages.values.reduce(0, +) }
    return books - counts[slot * Self.slots]
  }

  /// Returns the distribution of `dimension`. `languageName` returns the name for a language number.
  func distribution(of dimension: DiversityDimension, languageName: (UInt32) -> String) -> DiversityDistribution {
    guard let slot = dimension.slot else {
      return DiversityDistribution(languages.map { (name: languageName($0.key), count: $0.value) })
    }
    let first = slot * Self.slots + 1
    return DiversityDistribution(
      dimension.values.enumerated().map { place, name in (name: name, count: counts[first + place]) })
  }

  var filledCore: Int { DiversityDimension.core.reduce(0) { $0 + filled($1) } }

  /// The percentage of core values that are known.
  var completion: Double { Percentage.of(filledCore, in: DiversityDimension.core.count * books) }
}
