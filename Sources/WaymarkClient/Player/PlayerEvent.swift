import Foundation

/// An event of a player.
enum PlayerEvent: Sendable, Hashable {
  /// Starts a story, or continues the paused one.
  case play(storyId: String)
  case pause
  case resume
  /// The position was moved; skipped parts were not heard.
  case seek
  /// The story starts again.
  case replay
  /// The story was played to its end.
  case finish
  /// The system may end the app from now on without notice.
  case background
  /// The player is closed.
  case stop
}

/// A moment on the wall clock and on the monotonic clock.
struct Moment: Sendable {
  var wall: Date
  var elapsed: Duration
}
