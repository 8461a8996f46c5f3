internal import API
internal import Crypto
internal import Domain
internal import Glibc
internal import Storage

/// A view's own file: the snapshots of its users. Everything in it can be thrown away.
public struct SnapshotStore: Sendable {
  private let database: Database

  /// Opens the view's file; one that is damaged, or from a later program, is thrown away and made anew.
  public init(path: String) throws {
    do {
      database = try Database(path: path, migrations: Self.migrations, readers: 1)
    } catch let error as DatabaseError where error.code == .corrupt || error.code == .newerSchema {
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      database = try Database(path: path, migrations: Self.migrations, readers: 1)
    }
  }

  /// Opens the view's file to look at it: what is wrong with it is thrown, and the file left as it is.
  public init(inspecting path: String) throws {
    database = try Database(path: path, migrations: Self.migrations, readers: 1)
  }

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
      ])
  ]

  /// The newest snapshot of a user, nil where there is none or a part has rotted.
  public func load(_ user: String) async throws -> Snapshot? {
    try await database.read { reading in
      let found = try reading.first(
        "SELECT seq, checksum, edition, zones FROM snapshots WHERE user_id = $1", .text(user)
      ) { row in
        Snapshot(
          position: .init(seq: row.integer(0), checksum: row.integer(1)), edition: Int(row.integer(2)),
          zones: row.text(3), parts: [])
      }
      guard var snapshot = found else { return nil }
      var isWhole = true
      snapshot.parts = try reading.all(
        "SELECT name, bytes, digest FROM snapshot_parts WHERE user_id = $1 ORDER BY name", .text(user)
      ) { row in
        let bytes = row.bytes(1)
        isWhole = isWhole && SHA256.hash(bytes) == row.bytes(2)
        return SnapshotPart(name: row.text(0), bytes: bytes)
      }
      return isWhole ? snapshot : nil
    }
  }

  /// Writes the parts of `snapshot` over the older ones; those that it does not name stay, unless it replaces all.
  public func save(_ snapshot: Snapshot, of user: String) async throws {
    try await database.write { transaction in
      try transaction.run(
        """
        INSERT INTO snapshots (user_id, seq, checksum, edition, zones) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (user_id) DO UPDATE
        SET seq = excluded.seq, checksum = excluded.checksum, edition = excluded.edition, zones = excluded.zones
        """, .text(user), .integer(snapshot.position.seq), .integer(snapshot.position.checksum),
        .integer(snapshot.edition), .text(snapshot.zones))
      if snapshot.replacesAll {
        try transaction.run("DELETE FROM snapshot_parts WHERE user_id = $1", .text(user))
      }
      for part in snapshot.parts {
        guard let bytes = part.bytes else {
          try transaction.run(
            "DELETE FROM snapshot_parts WHERE user_id = $1 AND name = $2", .text(user), .text(part.name))
          continue
        }
        try transaction.run(
          """
          INSERT INTO snapshot_parts (user_id, name, bytes, digest) VALUES ($1, $2, $3, $4)
          ON CONFLICT (user_id, name) DO UPDATE SET bytes = excluded.bytes, digest = excluded.digest
          """, .text(user), .text(part.name), .bytes(bytes), .bytes(SHA256.hash(bytes)))
      }
    }
  }

  public func remove(_ user: String) async throws {
    try await database.write { transaction in
      try transaction.run("DELETE FROM snapshot_parts WHERE user_id = $1", .text(user))
      try transaction.run("DELETE FROM snapshots WHERE user_id = $1", .text(user))
    }
  }

  public func removeAll() async throws {
    try await database.write { transaction in
      try transaction.run("DELETE FROM snapshot_parts")
      try transaction.run("DELETE FROM snapshots")
    }
  }

  /// Users with a snapshot, in order of their names.
  public func users(after: String, limit: Int) async throws -> [String] {
    try await database.read { reading in
      try reading.all(
        "SELECT user_id FROM snapshots WHERE user_id > $1 ORDER BY user_id LIMIT $2", .text(after), .integer(limit)
      ) { $0.text(0) }
    }
  }

  /// Finishes what is being written. It blocks.
  public func close() {
    database.close()
  }
}
