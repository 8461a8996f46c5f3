import Storage

extension SessionSchema {
  /// The targets that users have set. Without a row, the default always applied.
  static let goals = [
    Migration(
      4, "goals",
      [
        .createTable(
          Table(
            "goals", [.init("user_id", .text), .init("type", .text), .init("target", .integer)],
            key: ["user_id", "type"]))
      ]),
    // CBOR of `SettingsHistory` and `GoalHistory`, or null if the values have always applied.
    Migration(
      10, "settings over time",
      [
        .addColumns([.init("settings", .bytes, isOptional: true)], to: "users"),
        .addColumns([.init("history", .bytes, isOptional: true)], to: "goals"),
      ]),
  ]
}
