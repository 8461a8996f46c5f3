import API
import Chronology
import Domain
import Proto
import Views

/// One function per call: it queries the view and returns the reply.
enum MilestoneQueries {
  static func milestones(
    _ call: MilestoneAPI.FetchMilestones, _ view: inout MilestonesView, _ now: Instant
  ) -> MilestoneAPI.FetchMilestones.Reply {
    MilestoneAPI.FetchMilestones.Reply(
      milestones: view.milestones(now: now).map { $0.translated(to: call.lang) })
  }

  static func achievements(
    _ call: MilestoneAPI.FetchAchievements, _ view: inout MilestonesView, _ now: Instant
  ) -> MilestoneAPI.FetchAchievements.Reply {
    MilestoneAPI.FetchAchievements.Reply(
      achievements: view.achievements().map { $0.translated(to: call.lang) })
  }

  static func goals(_ call: MilestoneAPI.FetchGoals) throws -> ViewQuery<MilestonesView, MilestoneAPI.FetchGoals.Reply>
  {
    guard let year = call.year else {
      return { view, now in
        MilestoneAPI.FetchGoals.Reply(goals: view.goals(now: now).map { $0.translated(to: call.lang) })
      }
    }
    guard GoalRules.years.contains(year) else { throw Fault.invalid("year", "must be from 1 to 9999") }
    return { view, _ in MilestoneAPI.FetchGoals.Reply(year: year, goals: view.goals(of: year)) }
  }
}
