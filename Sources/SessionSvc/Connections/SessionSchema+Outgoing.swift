import Storage

extension SessionSchema {
  /// The data that is exchanged with other servers for users.
  static let outgoing = [
    Migration(
      21, "webhooks and connections",
      [
        // The secret is sealed. `last_delivery` is encoded.
        .createTable(
          Table(
            "webhooks",
            [
              .init("user_id", .text), .init("id", .text), .init("url", .text), .init("events", .text),
              .init("secret", .bytes), .init("is_on", .integer), .init("created_at", .integer),
              .init("failing_since", .integer, isOptional: true), .init("last_delivery", .bytes, isOptional: true),
            ], key: ["user_id", "id"])),
        // The last event of each user with webhooks that was searched, for all events and for unlocks.
        .createTable(
          Table(
            "webhook_cursors",
            [
              .init("user_id", .text), .init("seq", .integer), .init("unlock_seq", .integer),
              .init("baseline", .bytes, isOptional: true),
            ], key: ["user_id"])),
        // Events that were not accepted yet, in order. An attempt in progress moves `next_at` to the end of its lease.
        .createTable(
          Table(
            "webhook_deliveries",
            [
              .init("user_id", .text), .init("webhook_id", .text), .init("number", .integer), .init("type", .text),
              .init("message_id", .text), .init("body", .bytes), .init("failures", .integer),
              .init("next_at", .integer),
            ], key: ["user_id", "webhook_id", "number"])),
        .createIndex("webhook_deliveries_by_time", on: "webhook_deliveries", columns: ["next_at"]),
        // The secret is sealed. `next_at` is the next run, or the end of the lease of the current one.
        .createTable(
          Table(
            "connections",
            [
              .init("user_id", .text), .init("id", .text), .init("kind", .text), .init("url", .text),
              .init("secret", .bytes), .init("every", .integer), .init("is_on", .integer),
              .init("created_at", .integer), .init("next_at", .integer, isOptional: true), .init("state", .bytes),
            ], key: ["user_id", "id"])),
        .createIndex("connections_by_time", on: "connections", columns: ["next_at"]),
        // The sessions that were read, with what was stored. Those without a story were rejected.
        .createTable(
          Table(
            "connection_sessions",
            [
              .init("user_id", .text), .init("connection_id", .text), .init("session_id", .text),
              .init("story_id", .text), .init("started_at", .integer), .init("listened", .real),
              .init("completed", .integer), .init("written", .bytes, isOptional: true),
            ], key: ["user_id", "connection_id", "session_id"])),
      ])
  ]
}
