import Storage

extension SessionSchema {
  /// Deleted accounts. `user_id` is set until the last row of the user is deleted.
  static let erasures = [
    Migration(
      9, "erasures",
      [
        .createTable(
          Table(
            "erasures",
            [.init("id", .bytes), .init("digest", .bytes), .init("user_id", .text, isOptional: true)], key: ["id"],
            isReplicated: true))
      ])
  ]
}
