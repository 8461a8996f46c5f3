/// How long the stories of a file are. A session that is longer than its story can be is cut, so that one that says too
/// little of its item must not decide for the others.
struct StoryLengths {
  /// What an item of unknown length has at least.
  private static let leastUnknown = 3_600.0

  private var known: [String: Double] = [:]
  private var listened: [String: Double] = [:]

  init(_ sessions: [FoundListening]) {
    for session in sessions {
      if session.length > 0 { known[session.storyId] = max(known[session.storyId] ?? 0, session.length) }
      listened[session.storyId, default: 0] += session.duration
    }
  }

  /// The longest that the file knows; else all that was listened of it.
  func length(of storyId: String) -> Double {
    known[storyId] ?? max(Self.leastUnknown, listened[storyId] ?? 0)
  }
}
