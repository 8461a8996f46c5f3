import Storage

extension SessionSchema {
  static let connectors = [
    Migration(
      19, "connectors",
      [
        // The hashes of a device token's MD5, one for each way of typing it. Some protocols send only an MD5.
        .createTable(
          Table(
            "token_digests", [.init("hash", .bytes), .init("token_hash", .bytes), .init("user_id", .text)],
            key: ["hash"])),
        .createIndex("token_digests_by_user", on: "token_digests", columns: ["user_id"]),
        .run(
          """
          INSERT INTO token_digests (hash, token_hash, user_id)
          SELECT md5_hash, hash, user_id FROM tokens WHERE md5_hash IS NOT NULL
          """),
        .createTable(
          Table(
            "connector_uses",
            [
              .init("user_id", .text), .init("connector", .text), .init("seen_at", .integer),
              .init("problem_at", .integer, isOptional: true), .init("problem", .text, isOptional: true),
            ], key: ["user_id", "connector"])),
        // `texts` is the title and the authors, if the app has reported them.
        .createTable(
          Table(
            "positions",
            [
              .init("user_id", .text), .init("document", .text), .init("pushed_at", .integer),
              .init("progress", .text), .init("percentage", .real), .init("device", .text),
              .init("device_id", .text, isOptional: true), .init("texts", .bytes, isOptional: true),
            ], key: ["user_id", "document"])),
        .createIndex("positions_by_age", on: "positions", columns: ["user_id", "pushed_at"]),
        .createTable(
          Table(
            "document_links", [.init("user_id", .text), .init("document", .text), .init("work_id", .text)],
            key: ["user_id", "document"])),
      ] + files)
  ]

  /// A folder has no blob. Content is stored in pieces under the number of its blob, before a file has it.
  private static let files: [Migration.Change] = [
    .createTable(
      Table(
        "files",
        [
          .init("user_id", .text), .init("path", .text), .init("parent", .text), .init("is_folder", .integer),
          .init("size", .integer), .init("sha256", .bytes), .init("modified_at", .integer), .init("blob_id", .integer),
        ], key: ["user_id", "path"])),
    .createIndex("files_by_parent", on: "files", columns: ["user_id", "parent"]),
    .createTable(
      Table(
        "file_blobs",
        [
          .init("user_id", .text), .init("blob_id", .integer), .init("size", .integer), .init("is_used", .integer),
          .init("created_at", .integer),
        ], key: ["user_id", "blob_id"])),
    .createIndex("file_blobs_by_age", on: "file_blobs", columns: ["is_used", "created_at"]),
    .createTable(
      Table(
        "file_chunks",
        [.init("user_id", .text), .init("blob_id", .integer), .init("place", .integer), .init("content", .bytes)],
        key: ["user_id", "blob_id", "place"])),
    .createTable(
      Table(
        "import_orders",
        [
          .init("user_id", .text), .init("blob_id", .integer), .init("size", .integer), .init("name", .text),
          .init("connector", .text), .init("format", .text), .init("load", .real, isOptional: true),
          .init("created_at", .integer), .init("claimed_until", .integer), .init("attempts", .integer),
        ], key: ["user_id", "blob_id"])),
    .createIndex("import_orders_by_claim", on: "import_orders", columns: ["claimed_until", "created_at"]),
  ]
}
