import API
import Domain
import Proto
import Views

/// Handlers of calls that also write.
struct MilestoneHandlers: Sendable {
  let host: ViewHost<MilestonesView>

  /// Writes the goal to the journal first. The following read requests the journal's head, so it includes the write.
  func setGoal(_ call: MilestoneAPI.SetGoal, _ context: CallContext) async throws -> Written<GoalStanding> {
    guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
    let violations =
      Rejection.violations { () throws(Rejection) in try GoalRules.check(target: call.target, for: type) }
      + Rejection.violations { () throws(Rejection) in _ = try Since(call.since ?? "now") }
    try violations.reject()
    _ = try await host.journal.call(
      SessionAPI.SaveGoal(type: call.type, target: call.target, since: call.since), meta: context.forwarded)
    let goal = try await host.read(context) { view, now in view.goals(now: now).first { $0.type == type } }
    guard let goal else { throw Fault(.internal, "the view has no goal of type \(call.type)") }
    return Written(created: false, value: goal.translated(to: call.lang))
  }
}
