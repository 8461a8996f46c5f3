import Storage

extension SessionSchema {
  /// The targets that were set; where there is no row, the default holds.
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
