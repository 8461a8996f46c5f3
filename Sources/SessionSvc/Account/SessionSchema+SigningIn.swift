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
      ]),
    // `md5_hash` is set for device tokens: some protocols send only the MD5 of a token. A code that was used with a key
    // is kept until it expires, so that the call can be repeated.
    Migration(
      8, "signing in again",
      [
        .addColumns([.init("md5_hash", .bytes, isOptional: true)], to: "tokens"),
        .addColumns([.init("used_at", .integer, isOptional: true)], to: "sign_in_codes"),
      ]),
  ]
}
