public import Chronology

/// The unlocks and reached goals of a user that must not be reported again.
public struct UnlockBaseline: Codable, Hashable, Sendable {
  private var milestones: [String]
  private var achievements: [String]
  /// The period in which each goal was reached last.
  private var goals: [String: String]

  /// Everything that is unlocked and reached now.
  public init(_ standings: UnlockStandings, on today: Day) {
    milestones = standings.milestones.filter(\.isUnlocked).map(\.id)
    achievements = standings.achievements.filter(\.isUnlocked).map(\.id)
    goals = [:]
    for goal in standings.goals where goal.isReached { goals[goal.type.rawValue] = goal.type.period(of: today) }
  }

  /// Records what is new, and returns what to report: the unlocks and goals that a fact of the last day caused.
  public mutating func takeNew(
    _ standings: UnlockStandings, after causes: [UnlockCause], on today: Day, now: Instant
  ) -> [Unlock] {
    let known = self
    self = UnlockBaseline(standings, on: today)
    // Within its period, a goal that is missed and reached again is not reported again. A streak has no period.
    for (type, period) in known.goals where type != GoalType.readingStreak.rawValue && goals[type] == nil {
      goals[type] = period
    }
    var unlocks: [Unlock] = []
    for milestone in standings.milestones where milestone.isUnlocked && !known.milestones.contains(milestone.id) {
      guard Self.isReported(.listening, causes, at: milestone.unlockedAt, now) else { continue }
      unlocks.append(.milestone(milestone))
    }
    for achievement in standings.achievements
    where achievement.isUnlocked && !known.achievements.contains(achievement.id) {
      guard Self.isReported(.reading, causes, at: achievement.unlockedAt, now) else { continue }
      unlocks.append(.achievement(achievement))
    }
    for goal in standings.goals where goal.isReached {
      guard known.goals[goal.type.rawValue] != goal.type.period(of: today),
        Self.isReported(goal.type == .weeklyRucks ? .rucks : .reading, causes, at: nil, now)
      else { continue }
      unlocks.append(.goal(goal))
    }
    return unlocks
  }

  /// If facts of the last day and older ones arrived together, an unlock was caused by the fact with its date, and a
  /// goal by the last fact.
  private static func isReported(
    _ subject: UnlockCause.Subject, _ causes: [UnlockCause], at unlockedAt: Instant?, _ now: Instant
  ) -> Bool {
    let causes = causes.filter { $0.subject == subject }
    let recent = causes.filter { WebhookRules.isRecent($0.at, now: now) }
    guard !recent.isEmpty, recent.count < causes.count else { return !recent.isEmpty }
    if let unlockedAt { return recent.contains { $0.at == unlockedAt } }
    return causes.last.map { WebhookRules.isRecent($0.at, now: now) } ?? false
  }
}

/// The figures of the views that can be reported.
public struct UnlockStandings: Sendable {
  public var milestones: [MilestoneStanding]
  public var achievements: [AchievementStanding]
  public var goals: [GoalStanding]

  public init(milestones: [MilestoneStanding], achievements: [AchievementStanding], goals: [GoalStanding]) {
    self.milestones = milestones
    self.achievements = achievements
    self.goals = goals
  }
}

public enum Unlock: Hashable, Sendable {
  case milestone(MilestoneStanding)
  case achievement(AchievementStanding)
  case goal(GoalStanding)

  public var event: WebhookEvent {
    switch self {
    case .milestone: .milestoneUnlocked
    case .achievement: .achievementUnlocked
    case .goal: .goalReached
    }
  }
}

extension GoalStanding {
  fileprivate var isReached: Bool { current >= target }
}

extension GoalType {
  /// The name of the period that a day belongs to. A streak is reached once until it ends.
  fileprivate func period(of day: Day) -> String {
    switch self {
    case .annualReading, .culturalDiversity: "\(day.civil.year)"
    case .weeklyRucks: "\(day.startOfWeek)"
    case .readingStreak: ""
    }
  }
}
