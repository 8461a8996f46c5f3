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
      MilestoneAPI.FetchMilestones.Reply(milestones: view.milestones(now: now).map { MilestoneAPI.Milestone($0) })
    }
  }
}
