import API
import Domain
import Proto
import Views

/// Handlers of calls that also write.
struct MilestoneHandlers: Sendable {
  let host: ViewHost<MilestonesView>

  /// Writes the goal to the journal first, which checks all members. The following read asks for the journal's head, so it includes the write.
  func setGoal(_ call: MilestoneAPI.SetGoal, _ context: CallContext) async throws -> Written<GoalStanding> {
    guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
    _ = try await host.journal.call(
      SessionAPI.SaveGoal(type: call.type, target: call.target, since: call.since), meta: context.forwarded)
    let goal = try await host.read(context) { view, now in view.goals(now: now).first { $0.type == type } }
    guard let goal else { throw Fault(.internal, "there is a goal of each type") }
    return Written(created: false, value: goal.translated(to: call.lang))
  }
}
