import Storage

extension SessionSchema {
  /// A token without a kind is a plain one. `parent_id` is the token that a browser signed in with.
  static let signingIn = [
    Migration(
      7, "signing in",
      [
        .addColumns(
          [
            .init("kind", .text, isOptional: true), .init("last_used_at", .integer, isOptional: true),
            .init("parent_id", .text, isOptional: true),
          ], to: "tokens"),
        .createTable(
          Table(
            "sign_in_codes", [.init("hash", .bytes), .init("user_id", .text), .init("expires_at", .integer)],
            key: ["hash"])),
      ])
  ]
}
