import Foundation

/// What a player reports of itself.
enum PlayerEvent: Sendable, Hashable {
  /// Begins a story, or goes on with the one that is paused.
  case play(storyId: String)
  case pause
  case resume
  /// The position was moved, by skipping or scrubbing: nothing was heard on the way.
  case seek
  /// The story starts over.
  case replay
  /// The story was heard to its end.
  case finish
  /// The system may end the app from here on without a word.
  case background
  /// The player is closed.
  case stop
}

/// One instant, on both clocks.
struct Moment: Sendable {
  var wall: Date
  var elapsed: Duration
}
