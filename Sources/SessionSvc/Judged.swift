import API
import Chronology
import Domain
import Proto
import Service

/// A call that rules can judge by itself, whatever is stored: so that a client whose call could not even be decoded is
/// answered with what is wrong with the rest of it too.
protocol Judged {
  func violations(now: Instant, _ zones: any ZoneSource) -> [Rejection.Violation]
}

extension Judged {
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
