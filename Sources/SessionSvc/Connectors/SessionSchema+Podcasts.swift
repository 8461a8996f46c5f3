import Storage

extension SessionSchema {
  /// The tables of the connectors gpodder and ListenBrainz.
  static let podcasts = [
    Migration(
      20, "podcasts and listens",
      [
        .createTable(uploads), .createTable(devices), .createTable(subscriptions), .createTable(episodes),
        .createTable(episodeNames), .createTable(actions), .createTable(playings), .createTable(cookies),
        .createTable(feeds), .createTable(stories), .createTable(listens),
        .createIndex("gpodder_feeds_by_time", on: "gpodder_feeds", columns: ["due_at"]),
        .createIndex(
          "gpodder_actions_by_age", on: "gpodder_actions", columns: ["user_id", "is_latest", "stamp", "place"]),
        .createIndex("gpodder_actions_by_digest", on: "gpodder_actions", columns: ["user_id", "digest"]),
        .createIndex("gpodder_cookies_by_user", on: "gpodder_cookies", columns: ["user_id", "token_hash"]),
      ])
  ]

  /// The stamp of the user's last upload, and the number of actions.
  private static let uploads = Table(
    "gpodder_uploads", [.init("user_id", .text), .init("stamp", .integer), .init("actions", .integer)],
    key: ["user_id"])

  private static let devices = Table(
    "gpodder_devices",
    [.init("user_id", .text), .init("id", .text), .init("caption", .text), .init("type", .text)],
    key: ["user_id", "id"])

  /// `hash` is the SHA-256 of the URL. Subscriptions that have ended stay, because other devices must learn it.
  private static let subscriptions = Table(
    "gpodder_subscriptions",
    [
      .init("user_id", .text), .init("hash", .bytes), .init("url", .text), .init("title", .text, isOptional: true),
      .init("stamp", .integer), .init("is_active", .integer),
    ], key: ["user_id", "hash"])

  /// The place of each episode's latest action. `at` is the time of that action.
  private static let episodes = Table(
    "gpodder_episodes",
    [
      .init("user_id", .text), .init("story_id", .text), .init("podcast", .text), .init("at", .integer),
      .init("stamp", .integer), .init("place", .integer),
    ], key: ["user_id", "story_id"])

  /// The guids and URLs of an episode, as 16 hexadecimal digits of their hash.
  private static let episodeNames = Table(
    "gpodder_episode_names", [.init("user_id", .text), .init("hash", .text), .init("story_id", .text)],
    key: ["user_id", "hash"])

  private static let actions = Table(
    "gpodder_actions",
    [
      .init("user_id", .text), .init("stamp", .integer), .init("place", .integer), .init("story_id", .text),
      .init("podcast", .text), .init("episode", .text), .init("guid", .text, isOptional: true),
      .init("device", .text, isOptional: true), .init("kind", .text), .init("sent_time", .text, isOptional: true),
      .init("started", .integer, isOptional: true), .init("reached", .integer, isOptional: true),
      .init("total", .integer, isOptional: true), .init("digest", .integer), .init("is_latest", .integer),
    ], key: ["user_id", "stamp", "place"])

  /// The last three columns are those of the session as it was last written, or null if the session is not the
  /// connector's.
  private static let playings = Table(
    "gpodder_playings",
    [
      .init("user_id", .text), .init("story_id", .text), .init("device", .text), .init("started", .integer),
      .init("reported_at", .integer), .init("reached", .integer), .init("started_at", .integer),
      .init("ended_at", .integer, isOptional: true), .init("duration", .real, isOptional: true),
      .init("completed", .integer, isOptional: true),
    ], key: ["user_id", "story_id", "device", "started", "reported_at"])

  private static let cookies = Table(
    "gpodder_cookies",
    [
      .init("hash", .bytes), .init("user_id", .text), .init("token_hash", .bytes), .init("created_at", .integer),
      .init("expires_at", .integer),
    ], key: ["hash"])

  /// The feeds in which the names of episodes are looked up. `due_at` is null if no episode needs a name.
  private static let feeds = Table(
    "gpodder_feeds",
    [
      .init("user_id", .text), .init("hash", .bytes), .init("url", .text),
      .init("entity_tag", .text, isOptional: true), .init("checked_at", .integer),
      .init("due_at", .integer, isOptional: true),
    ], key: ["user_id", "hash"])

  /// The stories that connectors have used, with the title and the length that they have written, or null if the story
  /// is not theirs. `misses` counts the readings of the feed in which the episode was not found; it is -1 if the story
  /// needs no name. A row outlives its story, so that no connector recreates a deleted story.
  private static let stories = Table(
    "connector_stories",
    [
      .init("user_id", .text), .init("story_id", .text), .init("title", .text, isOptional: true),
      .init("estimate", .real, isOptional: true), .init("is_guess", .integer), .init("misses", .integer),
    ], key: ["user_id", "story_id"])

  /// A row outlives its session, so that no connector recreates a deleted session.
  private static let listens = Table(
    "listens",
    [
      .init("user_id", .text), .init("listened_at", .integer), .init("story_id", .text), .init("artist", .text),
      .init("track", .text), .init("release", .text, isOptional: true), .init("seconds", .real, isOptional: true),
      .init("information", .bytes, isOptional: true),
    ], key: ["user_id", "listened_at", "story_id"])
}
