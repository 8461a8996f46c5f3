public import Chronology

/// The last weeks, oldest first, including weeks without rucks. The last week is the current one.
public struct RuckWeekly: Codable, Hashable, Sendable {
  public static let counts = 1...260
  public static let defaultCount = 12

  public struct Week: Codable, Hashable, Sendable {
    public var weekStart: Day
    public var sessions: Int
    public var distance: Double
    public var weightMoved: Double
    public var averagePace: Double?
    /// The week's own goal in rucks.
    public var goal: Int
    public var meetsGoal: Bool
  }

  public var weeks: [Week]
  public var averageSessionsPerWeek: Double
  public var averageDistancePerWeek: Double

  init(_ count: Int, of known: [RuckWeek], goal: SettingByDay<Int>, on today: Day) {
    let first = today.startOfWeek + 7 * (1 - count)
    var weeks = (0..<count).map { RuckWeek(monday: first + 7 * $0) }
    for week in known.reversed() {
      guard week.monday >= first else { break }
      let place = (week.monday - first) / 7
      if place < count { weeks[place] = week }
    }
    self.weeks = weeks.map { week in
      Week(
        weekStart: week.monday, sessions: week.effort.sessions, distance: week.effort.distance.value,
        weightMoved: week.weightMoved.value, averagePace: week.effort.pace, goal: goal[week: week.monday.week],
        meetsGoal: week.meets(goal))
    }
    averageSessionsPerWeek = Double(weeks.reduce(0) { $0 + $1.effort.sessions }) / Double(count)
    let distance = weeks.reduce(into: DecimalSum()) { $0 += $1.effort.distance }
    averageDistancePerWeek = distance.value / Double(count)
  }
}
