import Foundation

/// Turns what a player does into sessions. It knows no clock and sends nothing: events and moments go in, reports
/// come out.
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

  /// Returns the last reports of the sessions that this ends.
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

  /// What is new about the open session.
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
    // Started over within the same second it would be the same session to the server.
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

  /// Counts what was heard, and cuts sessions that have become too long: also after days without a look.
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
