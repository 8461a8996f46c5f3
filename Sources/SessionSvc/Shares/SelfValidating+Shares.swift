import API
import Chronology
import Domain

extension SessionAPI.CreateShare: SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation] {
    violations { try ShareRules.check(picture, options ?? ShareOptions(), expiresAt: expiresAt, now: now) }
  }
}
