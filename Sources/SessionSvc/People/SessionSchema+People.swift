import Storage

extension SessionSchema {
  static let people = [
    Migration(
      16, "people",
      [
        .createTable(
          Table(
            "people",
            [
              .init("user_id", .text), .init("role", .text), .init("state", .text),
              .init("display_name", .text, isOptional: true), .init("password", .text, isOptional: true),
              .init("created_at", .integer),
            ], key: ["user_id"])),
        // `place` counts a user's sign-ins. `session_id` is the id of the session in `tokens`.
        .createTable(
          Table(
            "sign_ins",
            [
              .init("user_id", .text), .init("place", .integer), .init("at", .integer), .init("method", .text),
              .init("outcome", .text), .init("address", .text), .init("user_agent", .text, isOptional: true),
              .init("session_id", .text, isOptional: true),
            ], key: ["user_id", "place"])),
        // Without a user, the guest chooses the user id.
        .createTable(
          Table(
            "invitations",
            [
              .init("hash", .bytes), .init("id", .text), .init("user_id", .text, isOptional: true),
              .init("role", .text), .init("made_by", .text, isOptional: true), .init("created_at", .integer),
              .init("expires_at", .integer),
            ], key: ["hash"])),
        .createTable(
          Table(
            "setup_codes", [.init("hash", .bytes), .init("host", .text), .init("created_at", .integer)],
            key: ["hash"])),
        // A command locks the row of a rule that concerns all people.
        .createTable(Table("server_rules", [.init("name", .text)], key: ["name"])),
        // For browser sessions: how and when the browser has signed in, when its user was last confirmed, the end that
        // use cannot move, and the end of the token or JWT that signed it in. Sessions of earlier versions have none.
        .addColumns(
          [
            .init("method", .text, isOptional: true), .init("signed_in_at", .integer, isOptional: true),
            .init("confirmed_at", .integer, isOptional: true), .init("last_end", .integer, isOptional: true),
            .init("maker_end", .integer, isOptional: true),
          ], to: "tokens"),
      ])
  ]
}
