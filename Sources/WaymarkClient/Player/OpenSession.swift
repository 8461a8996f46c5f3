import Foundation

/// A session that is being listened to. Its times come from its start and the steady clock, so that a wall clock that
/// is set in the middle bends nothing.
struct OpenSession: Sendable {
  let storyId: String
  let startedAt: Date
  /// The steady clock at the start.
  let origin: Duration
  /// Time in which the story was really playing.
  var listened: Duration = .zero
  /// Since when it plays; nil while it is paused.
  var playingSince: Duration?
  /// The last moment at which it was heard.
  var lastHeard: Duration
  var isCompleted = false
  private var reported: SessionReport?

  init(storyId: String, startedAt: Date, origin: Duration) {
    self.storyId = storyId
    self.startedAt = startedAt
    self.origin = origin
    playingSince = origin
    lastHeard = origin
  }

  /// Counts what was heard up to the given moment.
  mutating func listen(until moment: Duration) {
    guard let since = playingSince, moment > since else { return }
    listened += moment - since
    lastHeard = moment
    playingSince = moment
  }

  /// What is new since the last report, and marks it as reported.
  mutating func endReport(shortest: Duration) -> SessionReport? {
    guard isCompleted || listened >= shortest else { return nil }
    var end = startedAt.addingTimeInterval((lastHeard - origin).seconds).wholeSecond
    if let reported, end <= reported.endedAt {
      guard isCompleted, !reported.completed else { return nil }
      // To the server only a later end is news.
      end = reported.endedAt.addingTimeInterval(1)
    }
    let milliseconds = (listened.seconds * 1000).rounded()
    let report = SessionReport(
      storyId: storyId, startedAt: startedAt, endedAt: end, completed: isCompleted, duration: milliseconds / 1000)
    reported = report
    return report
  }
}
