import Foundation

/// Converts the events of a player to sessions. It has no clock and performs no I/O: it takes events with their moments
/// and returns reports.
struct ListeningMeter: Sendable {
  private(set) var open: OpenSession?
  private var lastStoryId: String?
  private var lastStart: Date?
  private let longPause: Duration
  private let longest: Duration
  private let shortest: Duration

  init(timing: SessionTiming) {
    longPause = .seconds(timing.longPauseSeconds)
    longest = .seconds(timing.longestSessionSeconds)
    shortest = .seconds(timing.shortestSessionSeconds)
  }

  var isPlaying: Bool { open?.playingSince != nil }

  /// Returns the final reports of the sessions that the event ends.
  mutating func handle(_ event: PlayerEvent, at moment: Moment) -> [SessionReport] {
    var ended = advance(to: moment)
    switch event {
    case .play(let storyId):
      ended += play(storyId, at: moment)
    case .resume:
      if let story = open?.storyId ?? lastStoryId { ended += play(story, at: moment) }
    case .replay:
      guard let story = open?.storyId ?? lastStoryId else { break }
      ended += close()
      begin(story, at: moment)
    case .pause:
      open?.playingSince = nil
    case .finish:
      open?.isCompleted = true
      ended += close()
    case .stop:
      ended += close()
    case .seek, .background:
      break
    }
    return ended
  }

  /// Returns a report if the open session has something new.
  mutating func progress(at moment: Moment) -> [SessionReport] {
    let ended = advance(to: moment)
    return ended + [open?.endReport(shortest: shortest)].compactMap(\.self)
  }

  private mutating func play(_ storyId: String, at moment: Moment) -> [SessionReport] {
    if let open, open.storyId == storyId, open.playingSince != nil || moment.elapsed - open.lastHeard <= longPause {
      self.open?.playingSince = moment.elapsed
      return []
    }
    let ended = close()
    begin(storyId, at: moment)
    return ended
  }

  private mutating func begin(_ storyId: String, at moment: Moment) {
    var start = moment.wall.wholeSecond
    // With the same start second, the server would treat it as the same session.
    if let lastStart, storyId == lastStoryId, (0..<60).contains(lastStart.timeIntervalSince(start)) {
      start = lastStart.addingTimeInterval(1)
    }
    begin(storyId, startedAt: start, origin: moment.elapsed)
  }

  private mutating func begin(_ storyId: String, startedAt: Date, origin: Duration) {
    open = OpenSession(storyId: storyId, startedAt: startedAt, origin: origin)
    lastStoryId = storyId
    lastStart = startedAt
  }

  private mutating func close() -> [SessionReport] {
    defer { open = nil }
    return [open?.endReport(shortest: shortest)].compactMap(\.self)
  }

  /// Counts the listening, and splits sessions that are too long, even after days without an event.
  private mutating func advance(to moment: Moment) -> [SessionReport] {
    var ended: [SessionReport] = []
    while let session = open, let since = session.playingSince, moment.elapsed - session.origin > longest {
      let cut = max(since, session.origin + longest)
      open?.listen(until: cut)
      let start = session.startedAt.addingTimeInterval((cut - session.origin).seconds)
      ended += close()
      begin(session.storyId, startedAt: start, origin: cut)
    }
    open?.listen(until: moment.elapsed)
    return ended
  }
}
