import Storage

extension SessionSchema {
  static let covers = [
    Migration(
      23, "covers and series",
      [
        .addColumns(
          [.init("series", .text, isOptional: true), .init("series_position", .real, isOptional: true)], to: "works"),
        // The image is last, so that the other columns are read without it.
        .createTable(
          Table(
            "covers",
            [
              .init("user_id", .text), .init("kind", .text), .init("object_id", .text), .init("type", .text),
              .init("size", .integer), .init("digest", .bytes), .init("created_at", .integer), .init("bytes", .bytes),
            ], key: ["user_id", "kind", "object_id"])),
      ])
  ]
}
