import Chronology
import Domain

/// The user's existing data that a file is compared with.
struct ExistingData: Sendable {
  /// The story and start that identify a session.
  struct Start: Hashable, Sendable {
    var of: String
    var at: Instant
  }

  var works: [Work] = []
  /// The ids of works in the library.
  var shelved: Set<String> = []
  var stories: [String: Story] = [:]
  /// By work id.
  var readings: [String: KnownReadings] = [:]
  var listenings: [Start: ListeningSession] = [:]
  /// Listening sessions that the user has changed.
  var corrected: Set<Start> = []
  /// The starts of rucks.
  var ruckStarts: Set<Instant> = []
  /// The starts of rucks by their ids.
  var ruckIds: [String: Instant] = [:]
  /// The rucks that have a track, or that get one from this file.
  var tracked: Set<Instant> = []
  /// The deleted objects, which must not be added again.
  var deletions = Deletions()

  /// Returns the existing sessions that a file would extend.
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
