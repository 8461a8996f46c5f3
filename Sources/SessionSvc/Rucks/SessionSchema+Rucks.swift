import Storage

extension SessionSchema {
  static let rucks = [
    Migration(
      3, "rucks",
      [
        .createTable(
          Table(
            "rucks",
            [
              .init("user_id", .text), .init("started_at", .integer), .init("id", .text), .init("ended_at", .integer),
              .init("distance", .real), .init("load_weight", .real), .init("calories", .real, isOptional: true),
              .init("elevation_gain", .real, isOptional: true), .init("moving_time", .real, isOptional: true),
              .init("terrain", .bytes, isOptional: true), .init("temperature", .real, isOptional: true),
              .init("condition", .text, isOptional: true),
            ], key: ["user_id", "started_at"])),
        .createIndex("rucks_by_id", on: "rucks", columns: ["user_id", "id"]),
      ]),
    // The planner prefers only a unique index to the primary key, with which a lookup by id would scan all rucks of the
    // user.
    Migration(
      5, "rucks once by id",
      [
        .run("DROP INDEX rucks_by_id"),
        .createIndex("rucks_by_id", on: "rucks", columns: ["user_id", "id"], isUnique: true),
      ]),
    Migration(
      22, "tracks",
      [
        // `track` is 1 if the ruck has a track, 0 if a person removed it.
        .addColumns(
          [
            .init("name", .text, isOptional: true), .init("note", .text, isOptional: true),
            .init("track", .integer, isOptional: true),
          ], to: "rucks"),
        .createTable(
          Table(
            "tracks",
            [.init("user_id", .text), .init("started_at", .integer), .init("bytes", .bytes), .init("digest", .bytes)],
            key: ["user_id", "started_at"])),
      ]),
  ]
}
