import API
import Chronology
import Domain
import Proto
import Service

/// A call that can be validated without stored data. If a call cannot be decoded, the other violations are reported
/// too.
protocol SelfValidating {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation]
}

extension SelfValidating {
  func fields(now: Instant, _ zones: any ZoneSource) -> [Fault.Field] {
    violations(now: now, zones).map { Fault.Field(field: $0.field, message: $0.message) }
  }

  func violations(_ judge: () throws -> Void) -> [Rejection.Violation] {
    do {
      try judge()
      return []
    } catch {
      return (error as? Rejection)?.violations ?? []
    }
  }
}
