import API
import Domain
import Proto
import Service

/// One method a call: what is asked becomes a query of the view, its answer a reply.
struct MilestoneHandlers: Sendable {
  let host: ViewHost<MilestonesView>

  func milestones(
    _ call: MilestoneAPI.FetchMilestones, _ context: CallContext
  ) async throws -> MilestoneAPI.FetchMilestones.Reply {
    try await host.read(context) { view, now in
      MilestoneAPI.FetchMilestones.Reply(milestones: view.milestones(now: now))
    }
  }

  func achievements(
    _ call: MilestoneAPI.FetchAchievements, _ context: CallContext
  ) async throws -> MilestoneAPI.FetchAchievements.Reply {
    try await host.read(context) { view, _ in
      MilestoneAPI.FetchAchievements.Reply(achievements: view.achievements())
    }
  }
}
