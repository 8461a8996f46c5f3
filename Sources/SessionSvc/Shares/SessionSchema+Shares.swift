import Storage

extension SessionSchema {
  /// Public links. The key is the hash of the secret, because they are looked up before the user is known.
  static let shares = [
    Migration(
      6, "shares",
      [
        .createTable(
          Table(
            "shares",
            [
              .init("hash", .bytes), .init("user_id", .text), .init("id", .text), .init("picture", .text),
              .init("theme", .text), .init("options", .bytes), .init("created_at", .integer),
              .init("expires_at", .integer, isOptional: true),
            ], key: ["hash"])),
        .createIndex("shares_by_user", on: "shares", columns: ["user_id", "created_at", "id"]),
      ])
  ]
}
