import API
import Chronology
import Storage

/// The number and the stamp of a user's uploads.
struct UploadState: Hashable {
  /// The stamp of the last upload.
  var stamp: Int64
  /// The number of stored actions.
  var actions: Int
}

/// The place of the latest action of an episode.
struct LatestAction: Hashable {
  var at: Instant
  var stamp: Int64
  var place: Int

  static func < (left: LatestAction, right: LatestAction) -> Bool {
    (left.at, left.stamp, left.place) < (right.at, right.stamp, right.place)
  }
}

enum EpisodeActionStore {
  static func uploads(_ user: String, _ rows: Rows) throws -> UploadState? {
    try rows.first("SELECT stamp, actions FROM gpodder_uploads WHERE user_id = $1", .text(user)) {
      UploadState(stamp: $0.integer(0), actions: $0.int(1))
    }
  }

  static func save(_ state: UploadState, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_uploads (user_id, stamp, actions) VALUES ($1, $2, $3)
      ON CONFLICT (user_id) DO UPDATE SET stamp = excluded.stamp, actions = excluded.actions
      """, .text(user), .integer(state.stamp), .integer(state.actions))
  }

  // Episodes.

  /// Returns the story of an episode by the hash of its guid or URL.
  static func storyId(_ user: String, hash: String, _ rows: Rows) throws -> String? {
    try rows.first(
      "SELECT story_id FROM gpodder_episode_names WHERE user_id = $1 AND hash = $2", .text(user), .text(hash)
    ) { $0.text(0) }
  }

  static func addName(_ hash: String, of storyId: String, _ user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_episode_names (user_id, hash, story_id) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, hash) DO NOTHING
      """, .text(user), .text(hash), .text(storyId))
  }

  static func episodeCount(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM gpodder_episodes WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  static func latest(_ user: String, of storyId: String, _ rows: Rows) throws -> LatestAction? {
    try rows.first(
      "SELECT at, stamp, place FROM gpodder_episodes WHERE user_id = $1 AND story_id = $2", .text(user),
      .text(storyId)
    ) { LatestAction(at: Instant(seconds: $0.integer(0)), stamp: $0.integer(1), place: $0.int(2)) }
  }

  static func setLatest(
    _ latest: LatestAction, of storyId: String, podcast: String, replacing old: LatestAction?, _ user: String,
    _ transaction: Transaction
  ) throws {
    if let old {
      try transaction.run(
        "UPDATE gpodder_actions SET is_latest = 0 WHERE user_id = $1 AND stamp = $2 AND place = $3", .text(user),
        .integer(old.stamp), .integer(old.place))
    }
    try transaction.run(
      """
      INSERT INTO gpodder_episodes (user_id, story_id, podcast, at, stamp, place) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (user_id, story_id) DO UPDATE SET at = excluded.at, stamp = excluded.stamp, place = excluded.place
      """,
      .text(user), .text(storyId), .text(podcast), .integer(latest.at.seconds), .integer(latest.stamp),
      .integer(latest.place))
  }

  // Actions.

  /// Returns whether an equal action is stored: any one, or the latest one of its episode.
  static func has(_ user: String, digest: Int64, isLatest: Bool, _ rows: Rows) throws -> Bool {
    try rows.first(
      "SELECT 1 FROM gpodder_actions WHERE user_id = $1 AND digest = $2 AND is_latest >= $3 LIMIT 1", .text(user),
      .integer(digest), .flag(isLatest)
    ) { $0.int(0) } != nil
  }

  static func insert(
    _ action: SessionAPI.EpisodeAction, of storyId: String, stamp: Int64, place: Int, digest: Int64, isLatest: Bool,
    _ user: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_actions (user_id, stamp, place, story_id, podcast, episode, guid, device, kind, sent_time,
        started, reached, total, digest, is_latest)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """,
      .text(user), .integer(stamp), .integer(place), .text(storyId), .text(action.podcast), .text(action.episode),
      .optional(action.guid), .optional(action.device), .text(action.kind.rawValue), .optional(action.timestamp),
      .optional(action.started), .optional(action.position), .optional(action.total), .integer(digest),
      .flag(isLatest))
  }

  /// Deletes the oldest actions that are not the latest of their episode. Returns their number.
  static func deleteOldest(_ count: Int, of user: String, _ transaction: Transaction) throws -> Int {
    try transaction.change(
      """
      DELETE FROM gpodder_actions WHERE user_id = $1 AND (stamp, place) IN (
        SELECT stamp, place FROM gpodder_actions WHERE user_id = $1 AND is_latest = 0
        ORDER BY stamp, place LIMIT $2)
      """, .text(user), .integer(count))
  }

  /// Passes the actions after a position to `body`, in the order of their uploads, until it returns false. An empty
  /// `podcast` or `device` means all.
  static func each(
    _ user: String, after stamp: Int64, _ place: Int, through last: Int64, podcast: String, device: String,
    isAggregated: Bool, _ rows: Rows,
    body: (_ stamp: Int64, _ place: Int, SessionAPI.EpisodeAction) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT podcast, episode, guid, device, kind, sent_time, started, reached, total, stamp, place
      FROM gpodder_actions
      WHERE user_id = $1 AND (stamp, place) > ($2, $3) AND stamp <= $4 AND is_latest >= $5
        AND ($6 = '' OR podcast = $6) AND ($7 = '' OR device = $7)
      ORDER BY stamp, place
      """,
      .text(user), .integer(stamp), .integer(place), .integer(last), .flag(isAggregated), .text(podcast),
      .text(device)
    ) { row in
      guard let action = action(row) else {
        throw DatabaseError(.corrupt, "unknown kind of action: \(row.text(4))")
      }
      return try body(row.integer(9), row.int(10), action)
    }
  }

  // For the audit.

  static func eachUpload(_ rows: Rows, body: (_ user: String, UploadState) throws -> Void) throws {
    try rows.each("SELECT stamp, actions, user_id FROM gpodder_uploads ORDER BY user_id") { row in
      try body(row.text(2), UploadState(stamp: row.integer(0), actions: row.int(1)))
      return true
    }
  }

  static func eachEpisode(
    _ rows: Rows, body: (_ user: String, _ storyId: String, LatestAction) throws -> Void
  ) throws {
    try rows.each(
      "SELECT at, stamp, place, user_id, story_id FROM gpodder_episodes ORDER BY user_id, story_id"
    ) { row in
      let latest = LatestAction(at: Instant(seconds: row.integer(0)), stamp: row.integer(1), place: row.int(2))
      try body(row.text(3), row.text(4), latest)
      return true
    }
  }

  static func eachName(
    _ rows: Rows, body: (_ user: String, _ hash: String, _ storyId: String) throws -> Void
  ) throws {
    try rows.each("SELECT user_id, hash, story_id FROM gpodder_episode_names ORDER BY user_id, hash") { row in
      try body(row.text(0), row.text(1), row.text(2))
      return true
    }
  }

  static func each(
    _ rows: Rows,
    body: (_ user: String, _ storyId: String, _ digest: Int64, SessionAPI.EpisodeAction?) throws -> Void
  ) throws {
    try rows.each(
      """
      SELECT podcast, episode, guid, device, kind, sent_time, started, reached, total, user_id, story_id, digest
      FROM gpodder_actions ORDER BY user_id, stamp, place
      """
    ) { row in
      try body(row.text(9), row.text(10), row.integer(11), action(row))
      return true
    }
  }

  /// Returns nil if the kind is unknown.
  private static func action(_ row: Row) -> SessionAPI.EpisodeAction? {
    SessionAPI.EpisodeAction.Kind(rawValue: row.text(4)).map { kind in
      SessionAPI.EpisodeAction(
        podcast: row.text(0), episode: row.text(1), guid: row.optionalText(2), device: row.optionalText(3),
        kind: kind, timestamp: row.optionalText(5), started: row.optionalInteger(6),
        position: row.optionalInteger(7), total: row.optionalInteger(8))
    }
  }
}
