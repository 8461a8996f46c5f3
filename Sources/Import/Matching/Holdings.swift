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
  /// With their ends.
  var readings: [Start: Instant] = [:]
  var listenings: [Start: Instant] = [:]
  /// Starts of rucks.
  var ruckStarts: Set<Instant> = []
  var ruckIds: Set<String> = []
}
