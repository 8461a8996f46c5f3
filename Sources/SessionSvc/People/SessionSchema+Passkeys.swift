import Storage

extension SessionSchema {
  static let passkeys = [
    Migration(
      17, "passkeys",
      [
        // `handle` names the person to authenticators. It is random, so that it reveals nothing.
        .addColumns([.init("handle", .bytes, isOptional: true)], to: "people"),
        // Found by the hash of the credential's id. `site` is the host that it is for.
        .createTable(
          Table(
            "passkeys",
            [
              .init("hash", .bytes), .init("id", .text), .init("user_id", .text), .init("credential", .bytes),
              .init("public_key", .bytes), .init("sign_count", .integer), .init("site", .text), .init("name", .text),
              .init("created_at", .integer), .init("last_used_at", .integer, isOptional: true),
            ], key: ["hash"])),
        .createIndex("passkeys_by_user", on: "passkeys", columns: ["user_id"]),
        // An accepted challenge cannot be used again on any host, and neither can other proofs that work once.
        .createTable(Table("used_proofs", [.init("hash", .bytes), .init("expires_at", .integer)], key: ["hash"])),
      ])
  ]
}
