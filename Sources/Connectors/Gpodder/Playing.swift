public import API
public import Chronology
public import Domain

/// A play action that counts as listening.
public struct PlayReport: Hashable, Sendable {
  /// Positions in the episode, in seconds.
  public var started: Int64
  public var position: Int64
  public var total: Int64?
  public var endedAt: Instant

  /// Returns nil if the action is not listening. An episode that was only marked as played has no span.
  public init?(_ action: EpisodeAction, now: Instant) {
    guard action.kind == .play, let started = action.started, let position = action.position, started >= 0,
      started < position, position - started <= GpodderLimits.longestPlaySeconds
    else { return nil }
    self.started = started
    self.position = position
    total = action.total.flatMap { $0 > 0 ? $0 : nil }
    endedAt = action.at ?? now
  }

  public var isCompleted: Bool {
    total.map { Double(position) >= GpodderLimits.completedShare * Double($0) } ?? false
  }
}

/// One playing of an episode on a device, which may be reported several times, and the session as it was last written.
public struct Playing: Hashable, Sendable {
  public var started: Int64
  public var position: Int64
  /// The time of the first report.
  public var reportedAt: Instant
  public var startedAt: Instant
  /// The session as it was last written; nil if another one has the same start.
  public var written: WrittenSession?

  public init(
    started: Int64, position: Int64, reportedAt: Instant, startedAt: Instant, written: WrittenSession?
  ) {
    self.started = started
    self.position = position
    self.reportedAt = reportedAt
    self.startedAt = startedAt
    self.written = written
  }
}

/// The values of a session that a connector has written. Any other values are an edit by a person.
public struct WrittenSession: Hashable, Sendable {
  public var endedAt: Instant
  public var duration: Double
  public var isCompleted: Bool

  public init(endedAt: Instant, duration: Double, isCompleted: Bool) {
    self.endedAt = endedAt
    self.duration = duration
    self.isCompleted = isCompleted
  }

  public init(_ session: ListeningSession) {
    self.init(endedAt: session.endedAt, duration: session.duration, isCompleted: session.completed)
  }
}

public enum PlayRules {
  /// Whether a report of the same device, episode and `started` belongs to the playing.
  public static func isSame(_ playing: Playing, _ report: PlayReport) -> Bool {
    abs(report.endedAt - playing.reportedAt) <= GpodderLimits.longestPlaySeconds
  }

  /// Returns the listening to record, or nil if the report adds nothing. `session` is the stored session of the
  /// playing. A session that a person deleted or edited stays as it is.
  public static func listening(
    _ report: PlayReport, of storyId: String, continuing playing: Playing?, session: ListeningSession?, now: Instant
  ) -> ListeningReport? {
    let seconds = report.position - report.started
    guard let playing else {
      return ListeningReport(
        storyId: storyId, startedAt: report.endedAt + -seconds, endedAt: report.endedAt,
        completed: report.isCompleted, duration: Double(seconds))
    }
    guard report.position > playing.position, let session, playing.written == WrittenSession(session) else {
      return nil
    }
    // Media time may run ahead of the clock.
    let latest = now + ListeningRules.clockAheadSeconds
    return ListeningReport(
      storyId: storyId, startedAt: playing.startedAt, endedAt: min(playing.startedAt + seconds, latest),
      completed: report.isCompleted, duration: Double(seconds))
  }
}
