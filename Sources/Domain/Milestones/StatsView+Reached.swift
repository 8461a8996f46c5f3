public import Chronology

/// What a user has reached, as `MilestonesView` answers it: the year in review needs it too.
extension StatsView {
  public mutating func milestones(now: Instant) -> [MilestoneStanding] {
    milestoneRecord.milestones(now: now, fold: &fold)
  }

  public mutating func achievements() -> [AchievementStanding] {
    achievementRecord.achievements(of: &reading)
  }
}
