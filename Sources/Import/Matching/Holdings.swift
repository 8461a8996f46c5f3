import Chronology
import Domain

/// What a user has already, as far as it matters for a file.
struct Holdings: Sendable {
  /// A session is known by what it is of and its start.
  struct Start: Hashable, Sendable {
    var of: String
    var at: Instant
  }

  var works: [Work] = []
  /// Works that are in the library.
  var shelved: Set<String> = []
  var stories: [String: Story] = [:]
  /// By the ids of their works.
  var readings: [String: KnownReadings] = [:]
  var listenings: [Start: ListeningSession] = [:]
  /// Those of them that a person has changed.
  var corrected: Set<Start> = []
  /// Starts of rucks.
  var ruckStarts: Set<Instant> = []
  var ruckIds: Set<String> = []

  /// Those of the sessions here that a file would extend.
  func grown(_ found: [FoundListening]) -> Set<Start> {
    var grown: Set<Start> = []
    for session in found {
      let start = Start(of: session.storyId, at: session.startedAt)
      guard let known = listenings[start], let story = stories[session.storyId] else { continue }
      if session.isGrowth(of: known, story: story) { grown.insert(start) }
    }
    return grown
  }
}
