import API
import Chronology
import Domain
import Proto

extension SessionHandlers {
  /// Appends no event if nothing changes.
  func saveGoal(_ call: SessionAPI.SaveGoal, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { [zones] transaction in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      let profile = transaction.record.profile
      let calendar = zones.calendar(zone: profile.timezone, dayStart: profile.dayStart)
      var since: Instant?
      let violations =
        Rejection.violations { () throws(Rejection) in try GoalRules.check(target: call.target, for: type) }
        + Rejection.violations { () throws(Rejection) in
          since = try Since(call.since ?? "now").instant(now: transaction.now, in: calendar)
        }
      try violations.reject()
      try transaction.set(call.target, for: type, since: since)
      return Nothing()
    }
  }

  /// Succeeds even if no target was set.
  func clearGoal(_ call: SessionAPI.ClearGoal, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard let type = GoalType(rawValue: call.type) else { throw Fault.noGoal }
      try transaction.set(nil, for: type, since: transaction.now)
      return Nothing()
    }
  }

  func restoreGoal(_ call: SessionAPI.RestoreGoal, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      if let target = call.target { try GoalRules.check(target: target, for: call.type) }
      try GoalRules.check(since: call.since, now: transaction.now)
      try transaction.set(call.target, for: call.type, since: call.since)
      return Nothing()
    }
  }
}

extension UserTransaction {
  /// Nil sets the default.
  fileprivate func set(_ target: Int?, for type: GoalType, since: Instant?) throws {
    let known = try GoalStore.history(user, type, rows)
    guard let history = try known.setting(target, since: since) else { return }
    try GoalStore.save(history, for: type, of: user, storage)
    if let target {
      try append(.goals(.set(GoalSet(type: type, target: target, old: known.current, since: since))))
    } else {
      let old = known.current ?? type.defaultTarget
      try append(.goals(.cleared(GoalCleared(type: type, old: old, since: since))))
    }
  }
}
