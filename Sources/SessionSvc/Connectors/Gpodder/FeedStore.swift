import Chronology
import Crypto
import Storage

/// A feed in which episodes of a user are looked up.
struct PodcastFeed: Hashable, Sendable {
  var user: String
  var url: String
  /// The version that was read last.
  var entityTag: String?
  /// The time of the next reading; nil if no episode needs a name.
  var dueAt: Instant?
}

/// An episode whose story has the name of its file.
struct UnnamedEpisode: Hashable, Sendable {
  var storyId: String
  var episode: String
  var guid: String?
  /// The number of readings in which it was not found.
  var misses: Int
}

enum FeedStore {
  /// Returns feeds of all users whose time has come, the longest due first.
  static func due(at now: Instant, limit: Int, _ rows: Rows) throws -> [PodcastFeed] {
    try rows.all(
      """
      SELECT user_id, url, entity_tag, due_at FROM gpodder_feeds
      WHERE due_at IS NOT NULL AND due_at <= $1 ORDER BY due_at LIMIT $2
      """, .integer(now.seconds), .integer(limit), as: feed)
  }

  /// Moves the next reading, unless another host has done so. Returns whether this host reads the feed now.
  static func claim(
    _ feed: PodcastFeed, at now: Instant, next: Instant, _ transaction: Transaction
  ) throws -> Bool {
    try transaction.change(
      "UPDATE gpodder_feeds SET due_at = $4, checked_at = $5 WHERE user_id = $1 AND hash = $2 AND due_at = $3",
      .text(feed.user), .bytes(SHA256.hash(feed.url)), .optional(feed.dueAt?.seconds), .integer(next.seconds),
      .integer(now.seconds)) > 0
  }

  /// Lets a feed be read soon, but not before `pause` seconds have passed since the last time.
  static func request(
    _ url: String, of user: String, at now: Instant, pause: Int64, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_feeds (user_id, hash, url, checked_at, due_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, hash) DO UPDATE SET due_at = COALESCE(gpodder_feeds.due_at,
        CASE WHEN gpodder_feeds.checked_at > $6 THEN gpodder_feeds.checked_at + $7 ELSE $5 END)
      """,
      .text(user), .bytes(SHA256.hash(url)), .text(url), .integer(0), .integer(now.seconds),
      .integer(now.seconds - pause), .integer(pause))
  }

  static func finish(
    _ feed: PodcastFeed, entityTag: String?, dueAt: Instant?, _ transaction: Transaction
  ) throws {
    try transaction.run(
      "UPDATE gpodder_feeds SET entity_tag = $3, due_at = $4 WHERE user_id = $1 AND hash = $2", .text(feed.user),
      .bytes(SHA256.hash(feed.url)), .optional(entityTag), .optional(dueAt?.seconds))
  }

  /// Returns the episodes of a feed that need a name, the latest ones first.
  static func unnamed(_ user: String, in podcast: String, misses: Int, limit: Int, _ rows: Rows) throws
    -> [UnnamedEpisode]
  {
    try rows.all(
      """
      SELECT e.story_id, a.episode, a.guid, s.misses FROM gpodder_episodes AS e
      JOIN connector_stories AS s ON s.user_id = e.user_id AND s.story_id = e.story_id
      JOIN gpodder_actions AS a ON a.user_id = e.user_id AND a.stamp = e.stamp AND a.place = e.place
      WHERE e.user_id = $1 AND e.podcast = $2 AND s.misses >= 0 AND s.misses < $3
      ORDER BY e.stamp DESC, e.place DESC LIMIT $4
      """, .text(user), .text(podcast), .integer(misses), .integer(limit)
    ) {
      UnnamedEpisode(storyId: $0.text(0), episode: $0.text(1), guid: $0.optionalText(2), misses: $0.int(3))
    }
  }

  static func each(_ rows: Rows, body: (_ hash: [UInt8], _ checkedAt: Int64, PodcastFeed) throws -> Void) throws {
    try rows.each(
      "SELECT user_id, url, entity_tag, due_at, hash, checked_at FROM gpodder_feeds ORDER BY user_id, hash"
    ) { row in
      try body(row.bytes(4), row.integer(5), feed(row))
      return true
    }
  }

  private static func feed(_ row: Row) -> PodcastFeed {
    PodcastFeed(
      user: row.text(0), url: row.text(1), entityTag: row.optionalText(2),
      dueAt: row.optionalInteger(3).map { Instant(seconds: $0) })
  }
}
