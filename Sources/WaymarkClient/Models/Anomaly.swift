public import Foundation

/// A note that the reported duration of a listening session was not plausible.
public struct Anomaly: Codable, Sendable, Hashable, Identifiable {
  /// The id of the anomaly.
  public var id: String
  /// The id of the listening session.
  public var sessionId: String
  /// The id of the story that was listened to.
  public var storyId: String
  /// The reason why the duration was not plausible.
  public var kind: AnomalyKind
  /// The reported duration in seconds.
  public var given: Double
  /// The stored duration in seconds.
  public var stored: Double
  /// When the session was reported.
  public var recordedAt: Date

  /// Creates an anomaly, for previews and tests.
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

/// A reason why the duration of a listening session was not plausible.
public struct AnomalyKind: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a kind from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The duration exceeded 1.5 times the length of the story and was reduced to it.
  public static let durationCapped = AnomalyKind(rawValue: "durationCapped")
  /// The duration exceeded the time between the start and the end of the session.
  public static let durationExceedsSpan = AnomalyKind(rawValue: "durationExceedsSpan")
}
