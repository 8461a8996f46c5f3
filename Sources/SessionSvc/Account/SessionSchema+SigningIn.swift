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
    // `md5_hash`: of a device's token, for protocols whose clients send nothing but its MD5. A code that was used with
    // a key stays until it expires, so that the call can be sent again.
    Migration(
      8, "signing in again",
      [
        .addColumns([.init("md5_hash", .bytes, isOptional: true)], to: "tokens"),
        .addColumns([.init("used_at", .integer, isOptional: true)], to: "sign_in_codes"),
      ]),
  ]
}
