public import Chronology
public import Languages

/// A user's progress towards a goal of this year or week, or of their streak.
public struct GoalStanding: Codable, Hashable, Sendable {
  public var type: GoalType
  public var target: Int
  /// Books finished this year, their cultures, days of the current streak, or this week's rucks.
  public var current: Int
  /// 0…1.
  public var progress: Double
  public var remaining: Int
  /// The remaining amount, in words.
  public var subtitle: String
  public var onTrack: Bool
  /// Nil if there is no progress, or if the day is after the last supported year.
  public var projectedDate: Day?

  public init(
    type: GoalType, target: Int, current: Int, progress: Double, remaining: Int, subtitle: String, onTrack: Bool,
    projectedDate: Day?
  ) {
    self.type = type
    self.target = target
    self.current = current
    self.progress = progress
    self.remaining = remaining
    self.subtitle = subtitle
    self.onTrack = onTrack
    self.projectedDate = projectedDate
  }

  private init(_ type: GoalType, target: Int, current: Int) {
    self.type = type
    self.target = target
    self.current = current
    progress = min(1, Double(current) / Double(target))
    remaining = max(0, target - current)
    subtitle = type.subtitle(remaining: remaining)
    onTrack = false
  }

  /// A goal of the year. It is on track if the completed part is not less than the part of the year that has passed,
  /// including today. The projected date continues the current pace from January 1 and may be in a later year.
  init(_ type: GoalType, target: Int, current: Int, on today: Day) {
    let first = today.startOfYear
    let days = Day(year: first.civil.year + 1, month: 1, day: 1) - first
    self.init(type, target: target, current: current, within: days, from: first, on: today)
  }

  /// A goal of the week, computed like a goal of the year.
  init(_ type: GoalType, target: Int, thisWeek current: Int, on today: Day) {
    self.init(type, target: target, current: current, within: 7, from: today.startOfWeek, on: today)
  }

  private init(_ type: GoalType, target: Int, current: Int, within days: Int, from first: Day, on today: Day) {
    self.init(type, target: target, current: current)
    let passed = today - first + 1
    onTrack = current * days >= target * passed
    guard current > 0 else { return }
    let needed = (target * passed + current - 1) / current
    projectedDate = Self.day(needed - 1, after: first)
  }

  /// A goal of consecutive days. It is on track while the streak is open, and is projected as if no day will be missed.
  init(_ type: GoalType, target: Int, streaks: Streaks, on today: Day) {
    self.init(type, target: target, current: streaks.current(on: today))
    onTrack = current > 0
    guard current > 0, let last = streaks.lastDay else { return }
    projectedDate = Self.day(remaining, after: last)
  }

  private static let lastDay = Day(year: 9_999, month: 12, day: 31)

  private static func day(_ days: Int, after day: Day) -> Day? {
    days <= lastDay - day ? day + days : nil
  }
}

extension GoalStanding {
  public func translated(to language: Language?) -> GoalStanding {
    guard let language, language != .english else { return self }
    var standing = self
    standing.subtitle = type.subtitle(remaining: remaining, in: language)
    return standing
  }
}

extension GoalType {
  func subtitle(remaining: Int, in language: Language = .english) -> String {
    guard remaining > 0 else { return language.text("Goal reached") }
    func phrase(_ one: String, _ other: String) -> String {
      let count = language == .english ? "\(remaining)" : language.grouped(remaining)
      return language.plural(remaining, one, other, ["count": count])
    }
    switch self {
    case .annualReading: return phrase("{count} book remaining", "{count} books remaining")
    case .culturalDiversity: return phrase("{count} culture remaining", "{count} cultures remaining")
    case .readingStreak: return phrase("{count} day remaining", "{count} days remaining")
    case .weeklyRucks: return phrase("{count} ruck remaining", "{count} rucks remaining")
    }
  }
}
