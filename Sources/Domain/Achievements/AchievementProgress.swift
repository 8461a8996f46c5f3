/// A reader's progress towards the conditions of an achievement. All values are integer fractions, so that rounding
/// never loses a step.
struct AchievementProgress: Hashable, Sendable {
  /// A fraction whose denominator is at least 1.
  struct Fraction: Hashable, Sendable {
    var over: Int
    var under: Int

    static func whole(_ value: Int) -> Fraction { Fraction(over: value, under: 1) }

    var value: Double { Double(over) / Double(under) }
  }

  /// The mean of the conditions' progress, each capped at 1.
  private(set) var mean = Fraction.whole(0)
  /// The current value of the first condition.
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
    case .books: .whole(finished.works)
    case .ratedBooks: .whole(finished.workRatings.count)
    case .cultures: .whole(finished.culturesExplored)
    case .languages: .whole(finished.languages.count)
    case .rating: .init(over: finished.workRatings.quarters, under: max(1, 4 * finished.workRatings.count))
    case .longestStreak: .whole(streaks().longest)
    }
  }
}
