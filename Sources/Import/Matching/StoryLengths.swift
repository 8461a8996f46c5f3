/// The lengths of the stories in a file. Sessions are capped by the length of their story, so that one session with a
/// wrong length must not decide for the others.
struct StoryLengths {
  /// The minimum for an item of unknown length.
  private static let leastUnknown = 3_600.0

  private var known: [String: Double] = [:]
  private var listened: [String: Double] = [:]

  init(_ sessions: [FoundListening]) {
    for session in sessions {
      if session.length > 0 { known[session.storyId] = max(known[session.storyId] ?? 0, session.length) }
      listened[session.storyId, default: 0] += session.duration
    }
  }

  /// Returns the longest length in the file, otherwise the sum of the listening time.
  func length(of storyId: String) -> Double {
    known[storyId] ?? max(Self.leastUnknown, listened[storyId] ?? 0)
  }
}
