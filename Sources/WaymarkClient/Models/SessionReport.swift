public import Foundation

/// A listening session to report. Reports with the same story and start describe the same session; a later end extends
/// it.
public struct SessionReport: Codable, Sendable, Hashable {
  /// The id of the story that was listened to.
  public let storyId: String
  /// The start, rounded down to a whole second.
  public let startedAt: Date
  /// The end, rounded down to a whole second and never before the start.
  public let endedAt: Date
  /// Whether the person listened to the end of the story.
  public let completed: Bool
  /// The seconds listened. If nil, the server uses the time between the start and the end.
  public let duration: Double?

  /// Creates a report. A negative duration becomes 0, and a duration that is not finite becomes nil.
  public init(storyId: String, startedAt: Date, endedAt: Date, completed: Bool, duration: Double? = nil) {
    self.storyId = storyId
    self.startedAt = startedAt.wholeSecond
    self.endedAt = max(startedAt.wholeSecond, endedAt.wholeSecond)
    self.completed = completed
    self.duration = duration.flatMap { $0.isFinite ? max(0, $0) : nil }
  }

  /// The identity of a session: reports with equal keys describe the same session.
  public struct Key: Codable, Sendable, Hashable {
    /// The id of the story.
    public let storyId: String
    /// The start of the session.
    public let startedAt: Date
  }

  /// The identity of the session.
  public var key: Key { Key(storyId: storyId, startedAt: startedAt) }

  /// Returns this report merged with a later one, by the server's rule: the later end wins, and a completed session
  /// stays completed. A report of another session changes nothing.
  public func extended(by later: SessionReport) -> SessionReport {
    guard later.key == key, later.endedAt > endedAt else { return self }
    return SessionReport(
      storyId: storyId, startedAt: startedAt, endedAt: later.endedAt, completed: completed || later.completed,
      duration: later.duration)
  }
}

extension Date {
  var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
