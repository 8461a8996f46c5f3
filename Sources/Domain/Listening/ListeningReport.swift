public import Chronology

/// A report of listening as a client sent it. Times may be missing. `startField` and `endField` are their names in the
/// request.
public struct ListeningReport: Hashable, Sendable {
  public var storyId: String
  public var startedAt: Instant?
  public var endedAt: Instant?
  public var completed: Bool
  /// Seconds of listening, or nil for the whole span.
  public var duration: Double?
  public var startField: String
  public var endField: String

  public init(
    storyId: String, startedAt: Instant?, endedAt: Instant?, completed: Bool, duration: Double? = nil,
    startField: String = "startedAt", endField: String = "endedAt"
  ) {
    self.storyId = storyId
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
    self.startField = startField
    self.endField = endField
  }

  /// Returns what is invalid in the report itself, regardless of stored data.
  public func violations(now: Instant) -> [Rejection.Violation] {
    var found: [Rejection.Violation] = []
    if let startedAt {
      if startedAt < ListeningRules.earliest { found.append(.init(startField, "must not be before 2000-01-01")) }
      if let endedAt {
        found += ListeningRules.violations(from: startedAt, to: endedAt, named: endField, now: now)
      }
    } else {
      found.append(.init(startField, "is required"))
    }
    if endedAt == nil { found.append(.init(endField, "is required")) }
    if let duration { found += ListeningRules.violations(ofDuration: duration) }
    return found
  }
}

/// An anomaly of a session. The session is stored anyway.
public struct ListeningAnomaly: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case durationCapped, durationExceedsSpan
  }

  public var kind: Kind
  /// The reported seconds.
  public var given: Double
  /// The stored seconds.
  public var stored: Double

  public init(kind: Kind, given: Double, stored: Double) {
    self.kind = kind
    self.given = given
    self.stored = stored
  }
}
