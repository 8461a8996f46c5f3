import API
import Chronology
import Storage

/// One stored event of a journal.
public struct JournalRow: Hashable, Sendable {
  public var seq: Int64
  public var event: [UInt8]
  public var checksum: Int64

  public init(seq: Int64, event: [UInt8], checksum: Int64) {
    self.seq = seq
    self.event = event
    self.checksum = checksum
  }
}

enum JournalStore {
  /// Returns whether a view has snapshots of users, or nil if its database cannot be read.
  static func hasSnapshots(in view: DatabaseAddress) -> Bool? {
    view.yieldsRow("SELECT 1 FROM snapshots LIMIT 1")
  }

  static func append(_ row: JournalRow, user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "INSERT INTO journal (user_id, seq, event, checksum, recorded_at) VALUES ($1, $2, $3, $4, $5)",
      .text(user), .integer(row.seq), .bytes(row.event), .integer(row.checksum), .integer(now.seconds))
  }

  static func recordedAt(_ user: String, at seq: Int64, _ rows: Rows) throws -> Instant? {
    try rows.first("SELECT recorded_at FROM journal WHERE user_id = $1 AND seq = $2", .text(user), .integer(seq)) {
      Instant(seconds: $0.integer(0))
    }
  }

  static func checksum(_ user: String, at seq: Int64, _ rows: Rows) throws -> Int64? {
    try rows.first("SELECT checksum FROM journal WHERE user_id = $1 AND seq = $2", .text(user), .integer(seq)) {
      $0.integer(0)
    }
  }

  /// A query that yields a row if the journal contains this head.
  static func end(_ user: String, _ head: SessionAPI.Head) -> Query {
    Query(
      "SELECT 1 FROM journal WHERE user_id = $1 AND seq = $2 AND checksum = $3",
      .text(user), .integer(head.seq), .integer(head.checksum))
  }

  /// Passes every row with its recording time to `body`.
  static func eachRow(
    _ user: String, _ rows: Rows, body: (_ row: JournalRow, _ recordedAt: Instant) throws -> Void
  ) throws {
    try rows.each(
      "SELECT seq, checksum, event, recorded_at FROM journal WHERE user_id = $1 ORDER BY seq", .text(user)
    ) { row in
      try body(
        JournalRow(seq: row.integer(0), event: row.bytes(2), checksum: row.integer(1)),
        Instant(seconds: row.integer(3)))
      return true
    }
  }

  /// Passes the rows after an event to `body` until it returns false.
  static func eachRow(
    _ user: String, after: Int64, _ rows: Rows, body: (_ row: JournalRow, _ recordedAt: Instant) throws -> Bool
  ) throws {
    try rows.each(
      "SELECT seq, checksum, event, recorded_at FROM journal WHERE user_id = $1 AND seq > $2 ORDER BY seq",
      .text(user), .integer(after)
    ) { row in
      try body(
        JournalRow(seq: row.integer(0), event: row.bytes(2), checksum: row.integer(1)),
        Instant(seconds: row.integer(3)))
    }
  }

  /// Returns the recording time of an event.
  static func time(_ user: String, at seq: Int64, _ rows: Rows) throws -> Instant? {
    try rows.first("SELECT recorded_at FROM journal WHERE user_id = $1 AND seq = $2", .text(user), .integer(seq)) {
      Instant(seconds: $0.integer(0))
    }
  }

  /// Returns the total size of a user's events.
  static func bytes(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COALESCE(SUM(LENGTH(event)), 0) FROM journal WHERE user_id = $1", .text(user)) {
      $0.int(0)
    } ?? 0
  }

  /// Returns the users of journals without a row in `users`.
  static func orphans(_ rows: Rows) throws -> [String] {
    try rows.all("SELECT DISTINCT user_id FROM journal WHERE user_id NOT IN (SELECT user_id FROM users)") {
      $0.text(0)
    }
  }

  /// Passes the events after `after` to `body` until it returns false.
  static func each(
    _ user: String, after: Int64, _ rows: Rows,
    body: (_ seq: Int64, _ checksum: Int64, _ event: UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try rows.each(
      "SELECT seq, checksum, event FROM journal WHERE user_id = $1 AND seq > $2 ORDER BY seq",
      .text(user), .integer(after)
    ) { row in
      try row.withBytes(2) { try body(row.integer(0), row.integer(1), $0) }
    }
  }
}
