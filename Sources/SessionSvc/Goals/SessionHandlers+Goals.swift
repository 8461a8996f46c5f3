import API
import Domain
import Proto

extension SessionHandlers {
  /// Appends no event if the target is unchanged.
  func saveGoal(_ call: SessionAPI.SaveGoal, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      try GoalRules.check(target: call.target, for: type)
      let old = try GoalStore.target(transaction.user, type, transaction.rows)
      guard call.target != old else { return Nothing() }
      try GoalStore.save(call.target, for: type, of: transaction.user, transaction.storage)
      try transaction.append(.goals(.set(GoalSet(type: type, target: call.target, old: old))))
      return Nothing()
    }
  }

  /// Succeeds even if no target was set.
  func clearGoal(_ call: SessionAPI.ClearGoal, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      guard let old = try GoalStore.target(transaction.user, type, transaction.rows) else { return Nothing() }
      try GoalStore.delete(transaction.user, type, transaction.storage)
      try transaction.append(.goals(.cleared(GoalCleared(type: type, old: old))))
      return Nothing()
    }
  }
}
