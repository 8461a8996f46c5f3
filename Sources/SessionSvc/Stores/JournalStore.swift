import API
import Chronology
import Storage

/// One event of a journal, as it lies there.
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
  static func append(_ row: JournalRow, user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "INSERT INTO journal (user_id, seq, event, checksum, recorded_at) VALUES ($1, $2, $3, $4, $5)",
      .text(user), .integer(row.seq), .bytes(row.event), .integer(row.checksum), .integer(now.seconds))
  }

  static func checksum(_ user: String, at seq: Int64, _ reading: Reading) throws -> Int64? {
    try reading.first("SELECT checksum FROM journal WHERE user_id = $1 AND seq = $2", .text(user), .integer(seq)) {
      $0.integer(0)
    }
  }

  /// The events after `after` until `body` says that it has enough.
  static func each(
    _ user: String, after: Int64, _ reading: Reading,
    body: (_ seq: Int64, _ checksum: Int64, _ event: UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try reading.each(
      "SELECT seq, checksum, event FROM journal WHERE user_id = $1 AND seq > $2 ORDER BY seq",
      .text(user), .integer(after)
    ) { row in
      try row.withBytes(2) { try body(row.integer(0), row.integer(1), $0) }
    }
  }
}
