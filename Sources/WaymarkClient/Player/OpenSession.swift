import Foundation

/// A session that is being listened to. Its end follows from its start and the monotonic clock, so changes of the wall
/// clock do not affect it.
struct OpenSession: Sendable {
  let storyId: String
  let startedAt: Date
  /// The monotonic clock at the start.
  let origin: Duration
  /// The time in which the story was playing.
  var listened: Duration = .zero
  /// The monotonic clock since which it plays, or nil while it is paused.
  var playingSince: Duration?
  /// The monotonic clock when it last played.
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

  /// Counts the listening up to a moment.
  mutating func listen(until moment: Duration) {
    guard let since = playingSince, moment > since else { return }
    listened += moment - since
    lastHeard = moment
    playingSince = moment
  }

  /// Returns a report if there is something new since the last one, and remembers it as reported.
  mutating func endReport(shortest: Duration) -> SessionReport? {
    guard isCompleted || listened >= shortest else { return nil }
    var end = startedAt.addingTimeInterval((lastHeard - origin).seconds).wholeSecond
    if let reported, end <= reported.endedAt {
      guard isCompleted, !reported.completed else { return nil }
      // The server ignores a report without a later end.
      end = reported.endedAt.addingTimeInterval(1)
    }
    let milliseconds = (listened.seconds * 1000).rounded()
    let report = SessionReport(
      storyId: storyId, startedAt: startedAt, endedAt: end, completed: isCompleted, duration: milliseconds / 1000)
    reported = report
    return report
  }
}
