internal import Storage

extension SnapshotStore {
  static let migrations = [
    Migration(
      1, "Snapshots and their parts",
      [
        .createTable(
          Table(
            "snapshots",
            [
              .init("user_id", .text), .init("seq", .integer), .init("checksum", .integer), .init("edition", .integer),
              .init("zones", .text),
            ], key: ["user_id"])),
        .createTable(
          Table(
            "snapshot_parts",
            [.init("user_id", .text), .init("name", .text), .init("bytes", .bytes), .init("digest", .bytes)],
            key: ["user_id", "name"])),
      ]),
    // Snapshots without a digest are discarded.
    Migration(
      2, "A digest over each snapshot",
      [
        .run("DROP TABLE snapshots"),
        .run("DROP TABLE snapshot_parts"),
        .createTable(
          Table(
            "snapshots",
            [
              .init("user_id", .text), .init("seq", .integer), .init("checksum", .integer), .init("edition", .integer),
              .init("zones", .text), .init("digest", .bytes),
            ], key: ["user_id"])),
        .createTable(
          Table(
            "snapshot_parts", [.init("user_id", .text), .init("name", .text), .init("bytes", .bytes)],
            key: ["user_id", "name"])),
      ]),
  ]
}
