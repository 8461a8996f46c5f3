import Chronology

/// Consecutive weeks that met their own goal. The current week counts once it has met the goal, and does not end the
/// streak before that.
public struct TrainingStreak: Codable, Hashable, Sendable {
  public struct ThisWeek: Codable, Hashable, Sendable {
    public var sessions: Int
    public var meetsGoal: Bool
    public var remaining: Int
  }

  public struct Celebration: Codable, Hashable, Sendable {
    public var weeks: Int
  }

  public static let celebratedWeeks: Set<Int> = [4, 8, 12, 26, 52]

  public var current: Int
  public var longest: Int
  public var weeklyGoal: Int
  public var thisWeek: ThisWeek
  public var celebration: Celebration?

  init(_ weeks: [RuckWeek], goal: SettingByDay<Int>, on today: Day) {
    let monday = today.startOfWeek
    var run = (length: 0, last: monday)
    let goalOfThisWeek = goal[week: monday.week]
    (current, longest, weeklyGoal) = (0, 0, goalOfThisWeek)
    for week in weeks where week.meets(goal) {
      run = run.length > 0 && week.monday - run.last == 7 ? (run.length + 1, week.monday) : (1, week.monday)
      longest = max(longest, run.length)
      if week.monday == monday || week.monday == monday + -7 { current = run.length }
    }
    let sessions = weeks.last { $0.monday <= monday }.map { $0.monday == monday ? $0.effort.sessions : 0 } ?? 0
    let meetsGoal = sessions >= goalOfThisWeek
    thisWeek = ThisWeek(sessions: sessions, meetsGoal: meetsGoal, remaining: max(0, goalOfThisWeek - sessions))
    celebration = meetsGoal && Self.celebratedWeeks.contains(current) ? Celebration(weeks: current) : nil
  }
}
