/// How many works have each value of each dimension. Counts alone, so that adding and taking away is exact.
struct DiversityTally: Hashable, Sendable {
  private(set) var books = 0
  /// The fixed dimensions, `slots` counts each; the first is of works without a value.
  private var counts = [Int](repeating: 0, count: DiversityDimension.fixed.count * Self.slots)
  /// By the number of the language.
  private(set) var languages: [UInt32: Int] = [:]

  private static let slots = 16

  mutating func add(_ work: ShelvedWork) { count(work, 1) }
  mutating func remove(_ work: ShelvedWork) { count(work, -1) }

  private mutating func count(_ work: ShelvedWork, _ step: Int) {
    books += step
    for slot in 0..<DiversityDimension.fixed.count {
      counts[slot * Self.slots + Int(work.values[slot])] += step
    }
    guard work.language > 0 else { return }
    let count = languages[work.language, default: 0] + step
    languages[work.language] = count == 0 ? nil : count
  }

  /// Works that have a value in `dimension`.
  func filled(_ dimension: DiversityDimension) -> Int {
    guard let slot = dimension.slot else { return languages.values.reduce(0, +) }
    return books - counts[slot * Self.slots]
  }

  /// What the works have in `dimension`; `languageName` maps the numbers of languages to names.
  func distribution(of dimension: DiversityDimension, languageName: (UInt32) -> String) -> DiversityDistribution {
    guard let slot = dimension.slot else {
      return DiversityDistribution(languages.map { (name: languageName($0.key), count: $0.value) })
    }
    let first = slot * Self.slots + 1
    return DiversityDistribution(
      dimension.values.enumerated().map { place, name in (name: name, count: counts[first + place]) })
  }

  var filledCore: Int { DiversityDimension.core.reduce(0) { $0 + filled($1) } }

  /// How much of the core is known of these works.
  var completion: Double { Percentage.of(filledCore, in: DiversityDimension.core.count * books) }
}
