import API
import Chronology
import Domain

extension SessionAPI.RecordRuck: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    violations { _ = try RuckRules.outcome(of: Ruck(self), known: nil, now: now, pathNames: Endpoints.ruckNames) }
  }
}

extension SessionAPI.PatchRuck: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    let start = endedAt.value ?? now
    let ruck = Ruck(startedAt: start, endedAt: start, distance: 0, loadWeight: 0)
    return violations { _ = try RuckEdit(self).outcome(for: ruck, now: now) }
  }
}
