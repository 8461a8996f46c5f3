import Storage

extension SessionSchema {
  static let imports = [
    Migration(
      24, "history of imports",
      [
        .createTable(
          Table(
            "imports",
            [
              .init("user_id", .text), .init("number", .integer), .init("at", .integer), .init("source", .text),
              .init("format", .text), .init("name", .text, isOptional: true), .init("added", .integer),
              .init("already_there", .integer), .init("rejected", .integer), .init("problem", .text, isOptional: true),
            ], key: ["user_id", "number"]))
      ])
  ]
}
