import API
import Domain

extension MilestoneAPI.Milestone {
  init(_ standing: MilestoneStanding) {
    let milestone = standing.milestone
    self.init(
      id: milestone.id, title: milestone.title, icon: milestone.icon, type: milestone.kind.rawValue,
      threshold: milestone.threshold, currentValue: standing.currentValue, isUnlocked: standing.isUnlocked,
      unlockedAt: standing.unlockedAt)
  }
}
