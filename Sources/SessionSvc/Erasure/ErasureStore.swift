import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

enum ErasureStore {
  /// Up to so many rows of a user, of each table that has any.
  static let slices: [SQL] = [
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
  ]

  /// What is few, and what opens a door. The user's row goes first of all: from then on no head leads to the journal.
  private static let doors: [SQL] = [
    "DELETE FROM users WHERE user_id = $1",
    "DELETE FROM tokens WHERE user_id = $1",
    "DELETE FROM sign_in_codes WHERE user_id = $1",
    "DELETE FROM shares WHERE user_id = $1",
    "DELETE FROM timers WHERE user_id = $1",
  ]

  /// From the commit of this on nothing leads to what is held of the user, and all of it will go.
  ///
  /// A command that makes the user's row at the same time, on another host, waits for this, and then finds the mark.
  static func begin(
    _ erasure: SessionAPI.Erasure, of user: String, at now: Instant, _ transaction: Transaction
  ) throws {
    if try transaction.rows.first(UserStore.lockedAccount(user), as: UserStore.account) == nil {
      let head = SessionAPI.Head(seq: 0, checksum: 0)
      let account = Account(chainStart: 0, head: head, heroCount: 0, profile: Profile(createdAt: now))
      try UserStore.insert(user, account, transaction)
    }
    transaction.isWitnessed(by: Query("SELECT 1 FROM erasures WHERE id = $1", .bytes(erasure.id)))
    try transaction.run(
      "INSERT INTO erasures (id, digest, user_id) VALUES ($1, $2, $3)", .bytes(erasure.id), .bytes(erasure.digest),
      .text(user))
    try closeDoors(of: user, transaction)
  }

  private static func closeDoors(of user: String, _ transaction: Transaction) throws {
    for door in doors { try transaction.run(door, .text(user)) }
  }

  /// Whether that was the last of it: then the name is gone too, unless it is to be kept for a while. Where another
  /// host has come to the end before, the user may have begun anew, and nothing is touched.
  static func deleteSlice(
    of user: String, _ erasure: SessionAPI.Erasure, rows count: Int, keepsName: Bool = false,
    _ transaction: Transaction
  ) throws -> Bool {
    let mark = Query(
      "SELECT 1 FROM erasures WHERE id = $1 AND user_id = $2", .bytes(erasure.id), .text(user), isLocking: true)
    guard try transaction.rows.first(mark, as: { $0.int(0) }) != nil else { return true }
    var left = count
    for slice in slices {
      left -= try transaction.change(slice, .text(user), .integer(left))
      if left <= 0 { return false }
    }
    // The command line may have made a token meanwhile.
    try closeDoors(of: user, transaction)
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

  /// Those from that second on, and all whose names are still there.
  static func marks(
    since second: Int64, _ rows: Rows
  ) throws -> [(erasure: SessionAPI.Erasure, user: String?)] {
    try rows.all(
      "SELECT id, digest, user_id FROM erasures WHERE id >= $1 OR user_id IS NOT NULL ORDER BY id",
      .bytes(ErasureMark.start(second: second))
    ) { (SessionAPI.Erasure(id: $0.bytes(0), digest: $0.bytes(1)), $0.optionalText(2)) }
  }

  /// Removes the marks of before that second, of which every host knows by now.
  static func purge(before second: Int64, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM erasures WHERE id < $1 AND user_id IS NULL", .bytes(ErasureMark.start(second: second)))
  }

  /// Whether the mark is what was written: by a damaged one, another user's rows would be deleted.
  static func isWhole(_ erasure: SessionAPI.Erasure, _ user: String?) -> Bool {
    erasure.id.count == ErasureMark.byteCount && erasure.digest.count == SHA256.byteCount
      && user.map { ErasureMark.digest(of: $0, erasure.id) == erasure.digest } ?? true
  }

  /// Whose rows are being deleted.
  static func users(_ rows: Rows) throws -> Set<String> {
    Set(try all(rows).compactMap(\.user))
  }

  static func isErasing(_ user: String, _ rows: Rows) throws -> Bool {
    try rows.first("SELECT 1 FROM erasures WHERE user_id = $1", .text(user)) { $0.int(0) } != nil
  }

  /// A journal without users may be one whose users were deleted; nil where it cannot be read.
  static func hasErasures(in journal: DatabaseAddress) -> Bool? {
    journal.yieldsRow("SELECT 1 FROM erasures LIMIT 1")
  }
}
