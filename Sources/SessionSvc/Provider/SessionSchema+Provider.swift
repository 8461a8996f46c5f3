import Storage

extension SessionSchema {
  static let provider = [
    Migration(
      18, "provider",
      [
        // The hash is that of issuer and subject.
        .createTable(
          Table(
            "provider_links",
            [
              .init("hash", .bytes), .init("id", .text), .init("user_id", .text), .init("issuer", .text),
              .init("subject", .text), .init("name", .text, isOptional: true), .init("linked_at", .integer),
              .init("last_used_at", .integer, isOptional: true),
            ], key: ["hash"])),
        .createIndex("provider_links_by_user", on: "provider_links", columns: ["user_id"]),
        // `parent_id` and `token_end` are those of the token that signed the browser in, or the end of the new token.
        .createTable(
          Table(
            "app_codes",
            [
              .init("hash", .bytes), .init("user_id", .text), .init("challenge", .text), .init("scopes", .text),
              .init("token_end", .integer), .init("parent_id", .text, isOptional: true), .init("expires_at", .integer),
            ], key: ["hash"])),
        // For sessions signed in with the provider: the link, the hash of the provider's session, the sealed ID token.
        .addColumns(
          [
            .init("link_id", .text, isOptional: true), .init("provider_session", .bytes, isOptional: true),
            .init("id_token", .bytes, isOptional: true),
          ], to: "tokens"),
        .createIndex("tokens_by_provider_session", on: "tokens", columns: ["provider_session"]),
      ])
  ]
}
