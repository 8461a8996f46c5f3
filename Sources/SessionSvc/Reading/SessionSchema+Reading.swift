import Storage

extension SessionSchema {
  /// Works, the library, reading sessions, timers and diversity values. `reading_totals` contains the totals of a
  /// work's sessions, which outlive the library entry.
  static let reading = [
    Migration(
      2, "reading and diversity",
      [
        .createTable(works), .createTable(entries), .createTable(readings), .createTable(readingTotals),
        .createTable(timers), .createTable(diversityFields), .createTable(diversityVersions),
        .createIndex("readings_by_work", on: "readings", columns: ["user_id", "work_id", "started_at"]),
        .createIndex("readings_by_end", on: "readings", columns: ["user_id", "work_id", "ended_at", "started_at"]),
      ]),
    // CBOR of `WorkIdentifiers`, or null if there are none.
    Migration(
      11, "identifiers of works", [.addColumns([.init("identifiers", .bytes, isOptional: true)], to: "works")]),
    Migration(
      12, "reads",
      [
        .createTable(reads),
        .addColumns(
          [
            .init("started_on", .text, isOptional: true), .init("finished_on", .text, isOptional: true),
            .init("wanted_at", .integer, isOptional: true),
          ], to: "library"),
      ]),
    Migration(13, "restored reads", [.perform(ReadRestoration.run)]),
    // `authors` is CBOR, or null if they are unknown.
    Migration(
      14, "links from stories to works",
      [
        .addColumns(
          [
            .init("work_id", .text, isOptional: true), .init("authors", .bytes, isOptional: true),
            .init("isbn", .text, isOptional: true), .init("asin", .text, isOptional: true),
            .init("match_dismissed", .integer, isOptional: true),
          ], to: "stories"),
        .addColumns([.init("is_from_link", .integer, isOptional: true)], to: "library"),
        .createTable(listenNotes),
        .createIndex("stories_by_work", on: "stories", columns: ["user_id", "work_id"]),
        .run("CREATE INDEX completed_sessions ON sessions (user_id, story_id, started_at) WHERE completed = 1"),
      ]),
  ]

  /// `tags` is CBOR of `WorkTags`, or null if there are none. `added_at` is when the entry was created.
  static let tagsAndReviews = [
    Migration(
      25, "tags and reviews",
      [
        .addColumns([.init("tags", .bytes, isOptional: true)], to: "works"),
        .addColumns([.init("review", .text, isOptional: true)], to: "reads"),
        .addColumns([.init("review", .text, isOptional: true)], to: "listen_notes"),
        .addColumns([.init("added_at", .integer, isOptional: true)], to: "library"),
      ]),
    Migration(26, "when entries were added", [.perform(EntryDating.run)]),
  ]

  private static let works = Table(
    "works",
    [
      .init("user_id", .text), .init("id", .text), .init("title", .text), .init("authors", .bytes),
      .init("page_count", .integer, isOptional: true), .init("language", .text, isOptional: true),
      .init("original_language", .text, isOptional: true), .init("genres", .bytes),
      .init("published_year", .integer, isOptional: true),
    ], key: ["user_id", "id"])

  private static let entries = Table(
    "library",
    [
      .init("user_id", .text), .init("work_id", .text), .init("status", .text), .init("current_page", .integer),
      .init("rating", .real, isOptional: true), .init("started_at", .integer, isOptional: true),
      .init("finished_at", .integer, isOptional: true),
    ], key: ["user_id", "work_id"])

  /// `place` is the order in which the reads of a work were created. The library entry of a work with reads stores no
  /// rating and no dates.
  private static let reads = Table(
    "reads",
    [
      .init("user_id", .text), .init("work_id", .text), .init("id", .text), .init("place", .integer),
      .init("status", .text), .init("started_at", .integer, isOptional: true),
      .init("started_on", .text, isOptional: true), .init("finished_at", .integer, isOptional: true),
      .init("finished_on", .text, isOptional: true), .init("rating", .real, isOptional: true),
      .init("format", .text, isOptional: true), .init("note", .text, isOptional: true),
      .init("created_at", .integer, isOptional: true), .init("origin", .text, isOptional: true),
    ], key: ["user_id", "work_id", "id"])

  /// Ratings, notes and reviews of listen-throughs, by the id of the read. They outlive the link and the session from
  /// which the read follows.
  private static let listenNotes = Table(
    "listen_notes",
    [
      .init("user_id", .text), .init("read_id", .text), .init("rating", .real, isOptional: true),
      .init("note", .text, isOptional: true),
    ], key: ["user_id", "read_id"])

  private static let readings = Table(
    "readings",
    [
      .init("user_id", .text), .init("started_at", .integer), .init("work_id", .text), .init("ended_at", .integer),
      .init("start_page", .integer), .init("end_page", .integer), .init("prompt_shown", .integer),
      .init("enriched", .integer),
    ], key: ["user_id", "started_at", "work_id"])

  private static let readingTotals = Table(
    "reading_totals",
    [
      .init("user_id", .text), .init("work_id", .text), .init("sessions", .integer), .init("minutes", .integer),
      .init("pages", .integer),
    ], key: ["user_id", "work_id"])

  private static let timers = Table(
    "timers",
    [
      .init("user_id", .text), .init("work_id", .text), .init("started_at", .integer), .init("start_page", .integer),
    ], key: ["user_id"])

  /// One row per work and dimension that has a value or has earned points.
  private static let diversityFields = Table(
    "diversity_fields",
    [
      .init("user_id", .text), .init("work_id", .text), .init("dimension", .text),
      .init("value", .text, isOptional: true), .init("awarded_at", .integer, isOptional: true),
    ], key: ["user_id", "work_id", "dimension"])

  private static let diversityVersions = Table(
    "diversity_versions", [.init("user_id", .text), .init("work_id", .text), .init("version", .integer)],
    key: ["user_id", "work_id"])
}
