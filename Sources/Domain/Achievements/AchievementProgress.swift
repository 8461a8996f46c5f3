/// How far a reader is with the conditions of an achievement. Ratings are halves and all else is counted, so that no
/// step is lost to a rounding.
struct AchievementProgress: Hashable, Sendable {
  /// A whole number over another, at least one.
  struct Fraction: Hashable, Sendable {
    var over: Int
    var under: Int

    static func whole(_ value: Int) -> Fraction { Fraction(over: value, under: 1) }

    var value: Double { Double(over) / Double(under) }
  }

  /// The mean of what is done of each condition, none of which counts for more than all of it.
  private(set) var mean = Fraction.whole(0)
  /// What is there of the first condition.
  let current: Double

  init(_ conditions: [Achievement.Condition], of measured: (Achievement.Measure) -> Fraction) {
    let values = conditions.map { measured($0.measure) }
    current = values.first?.value ?? 0
    for (condition, value) in zip(conditions, values) {
      let whole = value.under * condition.threshold
      let done = min(value.over, whole)
      mean = Fraction(over: mean.over * whole + done * mean.under, under: mean.under * whole)
    }
    mean.under *= max(1, conditions.count)
  }

  var steps: Int { 4 * mean.over / mean.under }
}

extension ReadingFold {
  mutating func measured(_ measure: Achievement.Measure) -> AchievementProgress.Fraction {
    switch measure {
    case .books: .whole(finished.books)
    case .ratedBooks: .whole(finished.ratedBooks)
    case .cultures: .whole(finished.culturesExplored)
    case .languages: .whole(finished.languages.count)
    case .rating: .init(over: finished.ratingHalves, under: max(1, 2 * finished.ratedBooks))
    case .longestStreak: .whole(streaks().longest)
    }
  }
}
