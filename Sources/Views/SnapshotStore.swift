internal import API
internal import Domain
internal import Storage

/// The snapshots of a view in one file. Each has a digest that covers all of its parts.
public struct SnapshotStore: Sendable {
  let database: Database

  init(path: String) throws {
    database = try Database(
      DatabaseAddress(file: path, isDisposable: true), migrations: Self.migrations, readers: 1)
  }

  /// Opens the file read-only, for verification.
  public init(inspecting path: String) throws {
    database = try Database(inspecting: DatabaseAddress(file: path), migrations: Self.migrations)
  }

  /// Returns the snapshot of a user, or nil. Throws `SnapshotDamage` if it was changed.
  public func load(_ user: String) async throws -> Snapshot? {
    switch try await find(user)?.contents {
    case .whole(let snapshot, _): snapshot
    case .damaged(let damage): throw damage
    case nil: nil
    }
  }

  func find(_ user: String) async throws -> StoredSnapshot? {
    try await database.read { rows in
      let found = try rows.first(
        "SELECT seq, checksum, edition, zones, digest FROM snapshots WHERE user_id = $1", .text(user)
      ) { row in
        let position = SessionAPI.Head(seq: row.integer(0), checksum: row.integer(1))
        return (Snapshot(position: position, edition: Int(row.integer(2)), zones: row.text(3), parts: []), row.bytes(4))
      }
      guard let (row, digest) = found else { return nil }
      var snapshot = row
      snapshot.parts = try rows.all(
        "SELECT name, bytes FROM snapshot_parts WHERE user_id = $1 ORDER BY name", .text(user)
      ) { SnapshotPart(name: $0.text(0), bytes: $0.bytes(1)) }
      let place = snapshot.parts.firstIndex { $0.name == SnapshotManifest.partName }
      let manifest = place.flatMap { snapshot.parts.remove(at: $0).bytes } ?? []
      let damage = SnapshotDigestInput(snapshot, user, manifest).damage(of: snapshot, digest)
      return StoredSnapshot(
        seq: snapshot.position.seq, contents: damage.map { .damaged($0) } ?? .whole(snapshot, digest: digest))
    }
  }

  /// Writes the changed parts, or replaces all if the snapshot is complete. Returns the new digest. `isWanted` is
  /// called at the start of the transaction.
  func save(
    _ snapshot: Snapshot, of user: String, ifStill isWanted: @escaping @Sendable () -> Bool = { true }
  ) async throws -> [UInt8] {
    try await database.write { transaction in
      guard isWanted() else { throw SnapshotConflict.outdated }
      var manifest = try Self.manifest(under: snapshot, of: user, transaction)
      for part in snapshot.parts {
        manifest.set(part.name, part.bytes)
        if let bytes = part.bytes {
          try Self.put(part.name, bytes, of: user, transaction)
        } else {
          try transaction.run(
            "DELETE FROM snapshot_parts WHERE user_id = $1 AND name = $2", .text(user), .text(part.name))
        }
      }
      let encoded = try manifest.encoded()
      try Self.put(SnapshotManifest.partName, encoded, of: user, transaction)
      let digest = try SnapshotDigestInput(snapshot, user, encoded).digest()
      try transaction.run(
        """
        INSERT INTO snapshots (user_id, seq, checksum, edition, zones, digest) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq, checksum = excluded.checksum,
          edition = excluded.edition, zones = excluded.zones, digest = excluded.digest
        """, .text(user), .integer(snapshot.position.seq), .integer(snapshot.position.checksum),
        .integer(snapshot.edition), .text(snapshot.zones), .bytes(digest))
      return digest
    }
  }

  /// Returns the manifest that the parts change. Throws if the snapshot on disk is not their base.
  private static func manifest(
    under snapshot: Snapshot, of user: String, _ transaction: Transaction
  ) throws -> SnapshotManifest {
    guard let base = snapshot.base else {
      try transaction.run("DELETE FROM snapshot_parts WHERE user_id = $1", .text(user))
      return SnapshotManifest()
    }
    let digest = try transaction.rows.first("SELECT digest FROM snapshots WHERE user_id = $1", .text(user)) {
      $0.bytes(0)
    }
    let encoded = try transaction.rows.first(
      "SELECT bytes FROM snapshot_parts WHERE user_id = $1 AND name = $2", .text(user),
      .text(SnapshotManifest.partName)
    ) { $0.bytes(0) }
    guard digest == base, let manifest = encoded.flatMap({ SnapshotManifest(encoded: $0) }) else {
      throw SnapshotConflict.otherBase
    }
    return manifest
  }

  private static func put(_ name: String, _ bytes: [UInt8], of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO snapshot_parts (user_id, name, bytes) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, name) DO UPDATE SET bytes = excluded.bytes
      """, .text(user), .text(name), .bytes(bytes))
  }

  private static func remove(_ user: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM snapshot_parts WHERE user_id = $1", .text(user))
    try transaction.run("DELETE FROM snapshots WHERE user_id = $1", .text(user))
  }

  /// Removes users and scrubs the file. Returns the number of events in their snapshots.
  func erase(_ users: [String]) async throws -> Int64 {
    let events = try await database.write { transaction in
      try users.reduce(into: Int64(0)) { events, user in
        events +=
          try transaction.rows.first("SELECT seq FROM snapshots WHERE user_id = $1", .text(user)) {
            $0.integer(0)
          } ?? 0
        try Self.remove(user, transaction)
      }
    }
    try await database.scrub()
    return events
  }

  func removeAll() async throws {
    try await database.write { transaction in
      try transaction.run("DELETE FROM snapshot_parts")
      try transaction.run("DELETE FROM snapshots")
    }
  }

  /// Throws if the file cannot be written: writes and removes a part under an unused name.
  func probe() async throws {
    let bytes = [UInt8](repeating: 0, count: ViewLimits.probeBytes)
    try await database.write { try Self.put(SnapshotManifest.partName, bytes, of: "", $0) }
    try await database.write { try Self.remove("", $0) }
  }

  /// Returns users with a snapshot, ordered by name.
  public func users(after: String, limit: Int) async throws -> [String] {
    try await database.read { rows in
      try rows.all(
        "SELECT user_id FROM snapshots WHERE user_id > $1 ORDER BY user_id LIMIT $2", .text(after), .integer(limit)
      ) { $0.text(0) }
    }
  }

  /// Returns the number of events in all snapshots.
  func countEvents() async throws -> Int64 {
    try await database.read { rows in
      try rows.first("SELECT COALESCE(SUM(seq), 0) FROM snapshots") { $0.integer(0) } ?? 0
    }
  }

  /// Blocks until pending writes have finished.
  public func close() {
    database.close()
  }
}
