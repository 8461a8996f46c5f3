import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

enum ErasureStore {
  /// A track or a cover may have as many bytes as this many other rows.
  private static let largeRows = 50
  private static let largeSlices: [SQL] = [
    """
    DELETE FROM tracks WHERE user_id = $1 AND started_at IN
      (SELECT started_at FROM tracks WHERE user_id = $1 ORDER BY started_at LIMIT $2)
    """,
    """
    DELETE FROM covers WHERE user_id = $1 AND (kind, object_id) IN
      (SELECT kind, object_id FROM covers WHERE user_id = $1 ORDER BY kind, object_id LIMIT $2)
    """,
  ]

  /// Deletes at most `$2` rows of a user from each table.
  static let slices = largeTables + PodcastErasureStore.slices

  private static let largeTables: [SQL] = [
    """
    DELETE FROM idempotency WHERE user_id = $1 AND (method, idem_key) IN
      (SELECT method, idem_key FROM idempotency WHERE user_id = $1 ORDER BY method, idem_key LIMIT $2)
    """,
    """
    DELETE FROM journal WHERE user_id = $1 AND seq IN
      (SELECT seq FROM journal WHERE user_id = $1 ORDER BY seq LIMIT $2)
    """,
    """
    DELETE FROM sessions WHERE user_id = $1 AND (started_at, story_id) IN
      (SELECT started_at, story_id FROM sessions WHERE user_id = $1 ORDER BY started_at, story_id LIMIT $2)
    """,
    """
    DELETE FROM readings WHERE user_id = $1 AND (started_at, work_id) IN
      (SELECT started_at, work_id FROM readings WHERE user_id = $1 ORDER BY started_at, work_id LIMIT $2)
    """,
    """
    DELETE FROM rucks WHERE user_id = $1 AND started_at IN
      (SELECT started_at FROM rucks WHERE user_id = $1 ORDER BY started_at LIMIT $2)
    """,
    """
    DELETE FROM anomalies WHERE user_id = $1 AND (seq, place) IN
      (SELECT seq, place FROM anomalies WHERE user_id = $1 ORDER BY seq, place LIMIT $2)
    """,
    """
    DELETE FROM diversity_fields WHERE user_id = $1 AND (work_id, dimension) IN
      (SELECT work_id, dimension FROM diversity_fields WHERE user_id = $1 ORDER BY work_id, dimension LIMIT $2)
    """,
    """
    DELETE FROM diversity_versions WHERE user_id = $1 AND work_id IN
      (SELECT work_id FROM diversity_versions WHERE user_id = $1 ORDER BY work_id LIMIT $2)
    """,
    """
    DELETE FROM reading_totals WHERE user_id = $1 AND work_id IN
      (SELECT work_id FROM reading_totals WHERE user_id = $1 ORDER BY work_id LIMIT $2)
    """,
    """
    DELETE FROM reads WHERE user_id = $1 AND (work_id, id) IN
      (SELECT work_id, id FROM reads WHERE user_id = $1 ORDER BY work_id, id LIMIT $2)
    """,
    """
    DELETE FROM listen_notes WHERE user_id = $1 AND read_id IN
      (SELECT read_id FROM listen_notes WHERE user_id = $1 ORDER BY read_id LIMIT $2)
    """,
    """
    DELETE FROM library WHERE user_id = $1 AND work_id IN
      (SELECT work_id FROM library WHERE user_id = $1 ORDER BY work_id LIMIT $2)
    """,
    """
    DELETE FROM works WHERE user_id = $1 AND id IN (SELECT id FROM works WHERE user_id = $1 ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM stories WHERE user_id = $1 AND id IN (SELECT id FROM stories WHERE user_id = $1 ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM heroes WHERE user_id = $1 AND id IN (SELECT id FROM heroes WHERE user_id = $1 ORDER BY id LIMIT $2)
    """,
    """
    DELETE FROM goals WHERE user_id = $1 AND type IN (SELECT type FROM goals WHERE user_id = $1 ORDER BY type LIMIT $2)
    """,
    """
    DELETE FROM positions WHERE user_id = $1 AND document IN
      (SELECT document FROM positions WHERE user_id = $1 ORDER BY document LIMIT $2)
    """,
    """
    DELETE FROM files WHERE user_id = $1 AND path IN
      (SELECT path FROM files WHERE user_id = $1 ORDER BY path LIMIT $2)
    """,
    """
    DELETE FROM import_orders WHERE user_id = $1 AND blob_id IN
      (SELECT blob_id FROM import_orders WHERE user_id = $1 ORDER BY blob_id LIMIT $2)
    """,
    """
    DELETE FROM file_blobs WHERE user_id = $1 AND blob_id IN
      (SELECT blob_id FROM file_blobs WHERE user_id = $1 ORDER BY blob_id LIMIT $2)
    """,
    """
    DELETE FROM document_links WHERE user_id = $1 AND document IN
      (SELECT document FROM document_links WHERE user_id = $1 ORDER BY document LIMIT $2)
    """,
    """
    DELETE FROM webhook_deliveries WHERE user_id = $1 AND (webhook_id, number) IN
      (SELECT webhook_id, number FROM webhook_deliveries WHERE user_id = $1 ORDER BY webhook_id, number LIMIT $2)
    """,
    """
    DELETE FROM connection_sessions WHERE user_id = $1 AND (connection_id, session_id) IN
      (SELECT connection_id, session_id FROM connection_sessions WHERE user_id = $1
      ORDER BY connection_id, session_id LIMIT $2)
    """,
  ]

  /// Small tables and those that give access. The user's row is deleted first, so that no head leads to the journal.
  private static let accessDeletions = smallTables + PodcastErasureStore.accessDeletions

  private static let smallTables: [SQL] = [
    "DELETE FROM users WHERE user_id = $1",
    "DELETE FROM tokens WHERE user_id = $1",
    "DELETE FROM token_digests WHERE user_id = $1",
    "DELETE FROM connector_uses WHERE user_id = $1",
    "DELETE FROM imports WHERE user_id = $1",
    "DELETE FROM sign_in_codes WHERE user_id = $1",
    "DELETE FROM passkeys WHERE user_id = $1",
    "DELETE FROM people WHERE user_id = $1",
    "DELETE FROM sign_ins WHERE user_id = $1",
    "DELETE FROM provider_links WHERE user_id = $1",
    "DELETE FROM app_codes WHERE user_id = $1",
    "DELETE FROM invitations WHERE user_id = $1 OR made_by = $1",
    "DELETE FROM shares WHERE user_id = $1",
    "DELETE FROM timers WHERE user_id = $1",
    "DELETE FROM webhooks WHERE user_id = $1",
    "DELETE FROM connections WHERE user_id = $1",
    "DELETE FROM webhook_cursors WHERE user_id = $1",
  ]

  /// Records the deletion and removes all access. After the commit the deletion will be completed.
  ///
  /// If another host creates the user's row concurrently, its command waits for this transaction and then finds the
  /// record.
  static func begin(
    _ erasure: SessionAPI.Erasure, of user: String, at now: Instant, _ transaction: Transaction
  ) throws {
    if try transaction.rows.first(UserStore.lockedRecord(user), as: UserStore.record) == nil {
      let head = SessionAPI.Head(seq: 0, checksum: 0)
      let account = UserRecord(chainStart: 0, head: head, heroCount: 0, profile: Profile(createdAt: now))
      try UserStore.insert(user, account, transaction)
    }
    transaction.setCommitProof(Query("SELECT 1 FROM erasures WHERE id = $1", .bytes(erasure.id)))
    try transaction.run(
      "INSERT INTO erasures (id, digest, user_id) VALUES ($1, $2, $3)", .bytes(erasure.id), .bytes(erasure.digest),
      .text(user))
    try revokeAccess(of: user, transaction)
  }

  private static func revokeAccess(of user: String, _ transaction: Transaction) throws {
    for deletion in accessDeletions { try transaction.run(deletion, .text(user)) }
  }

  /// Returns true after the last slice, which also removes the user's name unless it must be kept for a while. Does
  /// nothing if another host has finished the deletion, because the user may exist again.
  static func deleteSlice(
    of user: String, _ erasure: SessionAPI.Erasure, rows count: Int, keepsName: Bool = false,
    _ transaction: Transaction
  ) throws -> Bool {
    let mark = Query(
      "SELECT 1 FROM erasures WHERE id = $1 AND user_id = $2", .bytes(erasure.id), .text(user), isLocking: true)
    guard try transaction.rows.first(mark, as: { $0.int(0) }) != nil else { return true }
    // The pieces of files are large.
    guard try BlobStore.eraseSlice(of: user, chunks: SessionLimits.chunksPerSlice, transaction) else { return false }
    var left = count
    for slice in largeSlices {
      left -= largeRows * (try transaction.change(slice, .text(user), .integer((left + largeRows - 1) / largeRows)))
      if left <= 0 { return false }
    }
    for slice in slices {
      left -= try transaction.change(slice, .text(user), .integer(left))
      if left <= 0 { return false }
    }
    // The command line may have created a token meanwhile.
    try revokeAccess(of: user, transaction)
    guard !keepsName else { return true }
    try transaction.run("UPDATE erasures SET user_id = NULL WHERE id = $1", .bytes(erasure.id))
    return true
  }

  static func end(_ id: [UInt8], _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM erasures WHERE id = $1", .bytes(id))
  }

  static func all(_ rows: Rows) throws -> [(erasure: SessionAPI.Erasure, user: String?)] {
    try rows.all("SELECT id, digest, user_id FROM erasures ORDER BY id") { row in
      (SessionAPI.Erasure(id: row.bytes(0), digest: row.bytes(1)), row.optionalText(2))
    }
  }

  /// Returns the records since `second` and all that still have a name.
  static func marks(
    since second: Int64, _ rows: Rows
  ) throws -> [(erasure: SessionAPI.Erasure, user: String?)] {
    try rows.all(
      "SELECT id, digest, user_id FROM erasures WHERE id >= $1 OR user_id IS NOT NULL ORDER BY id",
      .bytes(ErasureMark.start(second: second))
    ) { (SessionAPI.Erasure(id: $0.bytes(0), digest: $0.bytes(1)), $0.optionalText(2)) }
  }

  /// Removes old records, which every host has applied.
  static func purge(before second: Int64, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM erasures WHERE id < $1 AND user_id IS NULL", .bytes(ErasureMark.start(second: second)))
  }

  /// Returns whether the record is intact. A damaged one could delete another user's rows.
  static func isWhole(_ erasure: SessionAPI.Erasure, _ user: String?) -> Bool {
    erasure.id.count == ErasureMark.byteCount && erasure.digest.count == SHA256.byteCount
      && user.map { ErasureMark.digest(of: $0, erasure.id) == erasure.digest } ?? true
  }

  /// The users whose rows are being deleted.
  static func users(_ rows: Rows) throws -> Set<String> {
    Set(try all(rows).compactMap(\.user))
  }

  static func isErasing(_ user: String, _ rows: Rows) throws -> Bool {
    try rows.first("SELECT 1 FROM erasures WHERE user_id = $1", .text(user)) { $0.int(0) } != nil
  }

  /// Returns whether a journal without users may have had some, or nil if it cannot be read.
  static func hasErasures(in journal: DatabaseAddress) -> Bool? {
    journal.yieldsRow("SELECT 1 FROM erasures LIMIT 1")
  }
}
