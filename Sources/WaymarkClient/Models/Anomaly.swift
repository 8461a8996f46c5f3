public import Foundation

/// Something about a session that the server found odd.
public struct Anomaly: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var sessionId: String
  public var storyId: String
  public var kind: AnomalyKind
  /// Seconds reported.
  public var given: Double
  /// Seconds kept.
  public var stored: Double
  public var recordedAt: Date

  public init(
    id: String, sessionId: String, storyId: String, kind: AnomalyKind, given: Double, stored: Double,
    recordedAt: Date
  ) {
    self.id = id
    self.sessionId = sessionId
    self.storyId = storyId
    self.kind = kind
    self.given = given
    self.stored = stored
    self.recordedAt = recordedAt
  }
}

public struct AnomalyKind: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let durationCapped = AnomalyKind(rawValue: "durationCapped")
  public static let durationExceedsSpan = AnomalyKind(rawValue: "durationExceedsSpan")
}
