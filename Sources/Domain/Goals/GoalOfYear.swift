import Chronology

/// A goal of a whole year, which may be over.
public struct GoalOfYear: Codable, Hashable, Sendable {
  public var type: GoalType
  /// The last target that was set before the year ended.
  public var target: Int
  /// Books finished in the year, or their cultures.
  public var current: Int
  /// 0…1.
  public var progress: Double
  public var reached: Bool

  public init(type: GoalType, target: Int, current: Int, progress: Double, reached: Bool) {
    self.type = type
    self.target = target
    self.current = current
    self.progress = progress
    self.reached = reached
  }

  init(_ type: GoalType, target: Int, current: Int) {
    self.type = type
    self.target = target
    self.current = current
    progress = min(1, Double(current) / Double(target))
    reached = current >= target
  }
}

extension ReadingFold {
  /// Returns the goals that have a target per year. `year` is a whole year.
  mutating func goals(of year: CalendarSpan) -> [GoalOfYear] {
    let finished = finished(from: year.first, to: year.last)
    let end = Instant(seconds: year.seconds.upperBound)
    return [(GoalType.annualReading, finished.books), (.culturalDiversity, finished.culturesExplored)].map {
      GoalOfYear($0, target: targets.target(of: $0, before: end), current: $1)
    }
  }
}
