import Storage

/// Deletes the rows of the connectors gpodder and ListenBrainz.
enum PodcastErasureStore {
  /// Deletes at most `$2` rows of a user from each table.
  static let slices: [SQL] = [
    """
    DELETE FROM gpodder_actions WHERE user_id = $1 AND (stamp, place) IN
      (SELECT stamp, place FROM gpodder_actions WHERE user_id = $1 ORDER BY stamp, place LIMIT $2)
    """,
    """
    DELETE FROM gpodder_episodes WHERE user_id = $1 AND story_id IN
      (SELECT story_id FROM gpodder_episodes WHERE user_id = $1 ORDER BY story_id LIMIT $2)
    """,
    """
    DELETE FROM gpodder_episode_names WHERE user_id = $1 AND hash IN
      (SELECT hash FROM gpodder_episode_names WHERE user_id = $1 ORDER BY hash LIMIT $2)
    """,
    """
    DELETE FROM gpodder_playings WHERE user_id = $1 AND (story_id, device, started, reported_at) IN
      (SELECT story_id, device, started, reported_at FROM gpodder_playings WHERE user_id = $1
      ORDER BY story_id, device, started, reported_at LIMIT $2)
    """,
    """
    DELETE FROM gpodder_subscriptions WHERE user_id = $1 AND hash IN
      (SELECT hash FROM gpodder_subscriptions WHERE user_id = $1 ORDER BY hash LIMIT $2)
    """,
    """
    DELETE FROM gpodder_feeds WHERE user_id = $1 AND hash IN
      (SELECT hash FROM gpodder_feeds WHERE user_id = $1 ORDER BY hash LIMIT $2)
    """,
    """
    DELETE FROM connector_stories WHERE user_id = $1 AND story_id IN
      (SELECT story_id FROM connector_stories WHERE user_id = $1 ORDER BY story_id LIMIT $2)
    """,
    """
    DELETE FROM listens WHERE user_id = $1 AND (listened_at, story_id) IN
      (SELECT listened_at, story_id FROM listens WHERE user_id = $1 ORDER BY listened_at, story_id LIMIT $2)
    """,
  ]

  /// Small tables and those that give access.
  static let accessDeletions: [SQL] = [
    "DELETE FROM gpodder_cookies WHERE user_id = $1",
    "DELETE FROM gpodder_devices WHERE user_id = $1",
    "DELETE FROM gpodder_uploads WHERE user_id = $1",
  ]
}
