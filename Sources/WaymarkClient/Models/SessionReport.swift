public import Foundation

/// What an app reports of one listening. The same story and start are the same session: a later end extends it.
public struct SessionReport: Codable, Sendable, Hashable {
  public let storyId: String
  /// Whole seconds, as the server sees it; a fraction given is dropped, towards the past.
  public let startedAt: Date
  public let endedAt: Date
  public let completed: Bool
  /// Seconds listened; nil lets the server take the span.
  public let duration: Double?

  public init(storyId: String, startedAt: Date, endedAt: Date, completed: Bool, duration: Double? = nil) {
    self.storyId = storyId
    self.startedAt = startedAt.wholeSecond
    self.endedAt = max(startedAt.wholeSecond, endedAt.wholeSecond)
    self.completed = completed
    self.duration = duration.flatMap { $0.isFinite ? max(0, $0) : nil }
  }

  /// What makes two reports speak of one session.
  public struct Key: Codable, Sendable, Hashable {
    public let storyId: String
    public let startedAt: Date
  }

  public var key: Key { Key(storyId: storyId, startedAt: startedAt) }

  /// The server's rule for a second report of the same session: a later end wins, and completed stays completed.
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
