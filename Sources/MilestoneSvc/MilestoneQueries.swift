import API
import Chronology
import Domain

/// One function per call: it queries the view and returns the reply.
enum MilestoneQueries {
  static func milestones(
    _ call: MilestoneAPI.FetchMilestones, _ view: inout MilestonesView, _ now: Instant
  ) -> MilestoneAPI.FetchMilestones.Reply {
    MilestoneAPI.FetchMilestones.Reply(milestones: view.milestones(now: now))
  }

  static func achievements(
    _ call: MilestoneAPI.FetchAchievements, _ view: inout MilestonesView, _ now: Instant
  ) -> MilestoneAPI.FetchAchievements.Reply {
    MilestoneAPI.FetchAchievements.Reply(achievements: view.achievements())
  }

  static func goals(
    _ call: MilestoneAPI.FetchGoals, _ view: inout MilestonesView, _ now: Instant
  ) -> MilestoneAPI.FetchGoals.Reply {
    MilestoneAPI.FetchGoals.Reply(goals: view.goals(now: now))
  }
}
