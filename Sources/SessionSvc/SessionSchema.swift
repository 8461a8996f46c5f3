public import Storage

/// The journal's tables. Every key starts with the user, so that the tables can be distributed by it. Only tokens,
/// codes and shares are looked up before the user is known.
public enum SessionSchema {
  /// The migrations of all subjects, which share one numbering.
  public static let migrations =
    (facts + reading + rucks + goals + shares + signingIn + people + passkeys + provider + erasures + connectors
    + podcasts + outgoing + covers + imports + tagsAndReviews)
    .sorted { $0.number < $1.number }

  private static let facts = [
    Migration(
      1, "facts and journal",
      [
        .createTable(users), .createTable(journal), .createTable(idempotency), .createTable(heroes),
        .createTable(stories), .createTable(sessions), .createTable(anomalies), .createTable(tokens),
        .createIndex("idempotency_by_age", on: "idempotency", columns: ["created_at"]),
        .createIndex("stories_by_hero", on: "stories", columns: ["user_id", "hero_id"]),
        .createIndex("sessions_by_story", on: "sessions", columns: ["user_id", "story_id", "started_at"]),
        .createIndex("tokens_by_user", on: "tokens", columns: ["user_id"]),
      ]),
    Migration(15, "dated unlocks", [.perform(UnlockDating.run)]),
  ]

  /// One row per user, with the profile and the journal's start and head.
  private static let users = Table(
    "users",
    [
      .init("user_id", .text), .init("chain_start", .integer), .init("head_seq", .integer),
      .init("head_checksum", .integer), .init("hero_count", .integer), .init("display_name", .text, isOptional: true),
      .init("timezone", .text), .init("day_start", .integer), .init("rest_days", .integer),
      .init("created_at", .integer),
    ], key: ["user_id"])

  private static let journal = Table(
    "journal",
    [
      .init("user_id", .text), .init("seq", .integer), .init("event", .bytes), .init("checksum", .integer),
      .init("recorded_at", .integer),
    ], key: ["user_id", "seq"])

  private static let idempotency = Table(
    "idempotency",
    [
      .init("user_id", .text), .init("method", .text), .init("idem_key", .text), .init("digest", .bytes),
      .init("reply", .bytes), .init("created_at", .integer),
    ], key: ["user_id", "method", "idem_key"])

  private static let heroes = Table(
    "heroes", [.init("user_id", .text), .init("id", .text), .init("name", .text)], key: ["user_id", "id"])

  private static let stories = Table(
    "stories",
    [
      .init("user_id", .text), .init("id", .text), .init("title", .text), .init("hero_id", .text, isOptional: true),
      .init("estimated_duration", .real), .init("created_at", .integer), .init("is_favorite", .integer),
    ], key: ["user_id", "id"])

  private static let sessions = Table(
    "sessions",
    [
      .init("user_id", .text), .init("started_at", .integer), .init("story_id", .text), .init("ended_at", .integer),
      .init("completed", .integer), .init("duration", .real), .init("given", .real, isOptional: true),
    ], key: ["user_id", "started_at", "story_id"])

  /// `seq` is the event's, and `place` the index among the anomalies of the event.
  private static let anomalies = Table(
    "anomalies",
    [
      .init("user_id", .text), .init("seq", .integer), .init("place", .integer), .init("started_at", .integer),
      .init("story_id", .text), .init("kind", .text), .init("given", .real), .init("stored", .real),
      .init("recorded_at", .integer),
    ], key: ["user_id", "seq", "place"])

  private static let tokens = Table(
    "tokens",
    [
      .init("hash", .bytes), .init("id", .text), .init("user_id", .text), .init("name", .text, isOptional: true),
      .init("scopes", .text), .init("created_at", .integer), .init("expires_at", .integer, isOptional: true),
      .init("revoked_at", .integer, isOptional: true),
    ], key: ["hash"])
}
