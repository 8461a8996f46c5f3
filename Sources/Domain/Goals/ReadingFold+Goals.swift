import Chronology

extension ReadingFold {
  /// Returns the goals in the order of `GoalType`. Books and rucks dated later this year or week are included.
  mutating func goals(now: Instant, rucks: RuckStarts) -> [GoalStanding] {
    let today = calendar.day(of: now)
    let nextYear = Day(year: today.civil.year + 1, month: 1, day: 1)
    let finished = finished(from: today.startOfYear, to: nextYear + -1)
    let monday = today.startOfWeek
    let yearEnd = calendar.start(of: nextYear)
    let thisWeek = rucks.count(
      from: calendar.start(of: monday).seconds, to: calendar.start(of: monday + 7).seconds)
    return GoalType.allCases.map { type in
      let target =
        switch type {
        case .annualReading, .culturalDiversity: targets.target(of: type, before: yearEnd)
        case .weeklyRucks: targets.target(of: type, before: calendar.start(of: monday + 7))
        case .readingStreak: targets[type]
        }
      return switch type {
      case .annualReading: GoalStanding(type, target: target, current: finished.books, on: today)
      case .culturalDiversity: GoalStanding(type, target: target, current: finished.culturesExplored, on: today)
      case .readingStreak: GoalStanding(type, target: target, streaks: streaks(), on: today)
      case .weeklyRucks: GoalStanding(type, target: target, thisWeek: thisWeek, on: today)
      }
    }
  }
}
