import API
import Domain
import Proto

extension SessionHandlers {
  /// The target that holds already is not worth an event.
  func saveGoal(_ call: SessionAPI.SaveGoal, _ caller: Caller) async throws(Fault) -> Nothing {
    try await command(caller) { ledger in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      try GoalRules.check(target: call.target, for: type)
      let old = try GoalStore.target(ledger.user, type, ledger.rows)
      guard call.target != old else { return Nothing() }
      try GoalStore.save(call.target, for: type, of: ledger.user, ledger.transaction)
      try ledger.append(.goals(.set(GoalSet(type: type, target: call.target, old: old))))
      return Nothing()
    }
  }

  /// What was never set is cleared already.
  func clearGoal(_ call: SessionAPI.ClearGoal, _ caller: Caller) async throws(Fault) -> Nothing {
    try await command(caller) { ledger in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      guard let old = try GoalStore.target(ledger.user, type, ledger.rows) else { return Nothing() }
      try GoalStore.delete(ledger.user, type, ledger.transaction)
      try ledger.append(.goals(.cleared(GoalCleared(type: type, old: old))))
      return Nothing()
    }
  }
}
