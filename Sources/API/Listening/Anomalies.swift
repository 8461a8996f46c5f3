public import Chronology
import Domain
public import Proto

extension Endpoints {
  static let anomalies: [Endpoint] = [
    SessionAPI.ListAnomalies.endpoint
  ]
}

extension SessionAPI {
  public struct Anomaly: Codable, Hashable, Sendable {
    public var id: String
    public var sessionId: String
    public var storyId: String
    public var kind: String
    public var given: Double
    public var stored: Double
    public var recordedAt: Instant

    public init(
      id: String, sessionId: String, storyId: String, kind: String, given: Double, stored: Double,
      recordedAt: Instant
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

  /// Returns the anomalies, newest first.
  public struct ListAnomalies: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<Anomaly>
    public static let name = "anomaly.list"
    static let endpoint = Endpoint.get(
      "/analytics/anomalies", ListAnomalies.self, parameters: Parameter.page,
      "List the reports with an unusual duration, newest first."
    ).tagged()

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }
}

extension SessionAPI.Anomaly: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "sessionId": .id("The session's id.", like: "LG1LG14KP-EQVQ1ALF8FJR8"),
    "storyId": .id("The story's id.", like: "sea-road"),
    "kind": Note(
      """
      `durationCapped`: the duration exceeded 1.5 times the story's length and was reduced to that limit. \
      `durationExceedsSpan`: it exceeds the time from start to end and was stored.
      """, .values(ListeningAnomaly.Kind.allCases.map(\.rawValue))),
    "given": Note("The reported duration in seconds.", like: 7_200),
    "stored": Note("The stored duration in seconds.", like: 5_400),
    "recordedAt": "When it was reported.",
  ]
}
