import Storage

extension SessionSchema {
  /// Deleted accounts of which something may be left. The user's name stands there until their last row is gone.
  static let erasures = [
    Migration(
      9, "erasures",
      [
        .createTable(
          Table(
            "erasures",
            [.init("id", .bytes), .init("digest", .bytes), .init("user_id", .text, isOptional: true)], key: ["id"],
            isOnEachMachine: true))
      ])
  ]
}
