public import Chronology

/// The same milestones and achievements as in `MilestonesView`. The year in review needs them.
extension StatsView {
  public mutating func milestones(now: Instant) -> [MilestoneStanding] {
    milestoneRecord.milestones(now: now, fold: &fold)
  }

  public mutating func achievements() -> [AchievementStanding] {
    achievementRecord.achievements(of: &reading)
  }
}
