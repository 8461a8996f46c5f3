import API
import Domain
import Proto
import Views

/// What a call does besides asking the view.
struct MilestoneHandlers: Sendable {
  let host: ViewHost<MilestonesView>

  /// The goal is written to the journal first. The read after it asks where the journal ends, so it finds what was
  /// just set.
  func setGoal(_ call: MilestoneAPI.SetGoal, _ context: CallContext) async throws -> Written<GoalStanding> {
    guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
    try GoalRules.check(target: call.target, for: type)
    _ = try await host.journal.call(
      SessionAPI.SaveGoal(type: call.type, target: call.target), meta: context.forwarded)
    let goal = try await host.read(context) { view, now in view.goals(now: now).first { $0.type == type } }
    guard let goal else { throw Fault(.internal, "there is a goal of each type") }
    return Written(created: false, value: goal)
  }
}
