import Storage

extension SessionSchema {
  /// The targets that users have set. Without a row, the default applies.
  static let goals = [
    Migration(
      4, "goals",
      [
        .createTable(
          Table(
            "goals", [.init("user_id", .text), .init("type", .text), .init("target", .integer)],
            key: ["user_id", "type"]))
      ])
  ]
}
