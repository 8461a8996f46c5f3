import Chronology
import Domain
import Storage

/// The reads of works, in the order in which they were created.
enum ReadStore {
  static func reads(_ user: String, workId: String, _ rows: Rows) throws -> [Read] {
    try rows.all(
      """
      SELECT id, status, started_at, started_on, finished_at, finished_on, rating, format, note, created_at, origin,
        review
      FROM reads WHERE user_id = $1 AND work_id = $2 ORDER BY place
      """, .text(user), .text(workId)
    ) { row in
      var read = try read(row)
      read.review = row.optionalText(11).flatMap(ReadReview.init)
      return read
    }
  }

  /// Returns the reads without their reviews, which may be long.
  static func readsWithoutReviews(_ user: String, workId: String, _ rows: Rows) throws -> [Read] {
    try rows.all(
      """
      SELECT id, status, started_at, started_on, finished_at, finished_on, rating, format, note, created_at, origin
      FROM reads WHERE user_id = $1 AND work_id = $2 ORDER BY place
      """, .text(user), .text(workId), as: read)
  }

  /// Passes the reads of each work, without their reviews, to `body`.
  static func eachWork(
    _ user: String, _ rows: Rows, body: (_ workId: String, _ reads: [Read]) throws -> Void
  ) throws {
    var (workId, reads): (String, [Read]) = ("", [])
    try rows.each(
      """
      SELECT id, status, started_at, started_on, finished_at, finished_on, rating, format, note, created_at, origin,
        work_id
      FROM reads WHERE user_id = $1 ORDER BY work_id
      """, .text(user)
    ) { row in
      let next = row.text(11)
      if next != workId {
        if !reads.isEmpty { try body(workId, reads) }
        (workId, reads) = (next, [])
      }
      reads.append(try read(row))
      return true
    }
    if !reads.isEmpty { try body(workId, reads) }
  }

  static func apply(_ changes: [ReadChange], of user: String, workId: String, _ transaction: Transaction) throws {
    for change in changes {
      if let new = change.new {
        try save(new, of: user, workId: workId, transaction)
        if new.isListened { try ListenNoteStore.save(new, of: user, transaction) }
      } else if let old = change.old {
        try transaction.run(
          "DELETE FROM reads WHERE user_id = $1 AND work_id = $2 AND id = $3", .text(user), .text(workId),
          .text(old.id))
      }
    }
  }

  private static func save(_ read: Read, of user: String, workId: String, _ transaction: Transaction) throws {
    let last = try transaction.rows.first(
      "SELECT COALESCE(MAX(place), 0) FROM reads WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId)
    ) { $0.integer(0) }
    try transaction.run(
      """
      INSERT INTO reads (user_id, work_id, id, place, status, started_at, started_on, finished_at, finished_on, rating,
        format, note, created_at, origin, review)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      ON CONFLICT (user_id, work_id, id) DO UPDATE SET status = excluded.status, started_at = excluded.started_at,
        started_on = excluded.started_on, finished_at = excluded.finished_at, finished_on = excluded.finished_on,
        rating = excluded.rating, format = excluded.format, note = excluded.note, created_at = excluded.created_at,
        origin = excluded.origin, review = excluded.review
      """,
      .text(user), .text(workId), .text(read.id), .integer((last ?? 0) + 1), .text(read.status.rawValue),
      .optional(read.startedAt?.seconds), .optional(read.startedOn?.description), .optional(read.finishedAt?.seconds),
      .optional(read.finishedOn?.description), .optional(read.rating), .optional(read.format?.rawValue),
      .optional(read.note), .optional(read.createdAt?.seconds), .optional(read.origin?.rawValue),
      .optional(read.review?.text))
  }

  static func deleteAll(_ user: String, workId: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM reads WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId))
  }

  private static func read(_ row: Row) throws -> Read { try read(row, from: 0) }

  /// `first` is the column of the id, which the others follow in the order of `reads`.
  static func read(_ row: Row, from first: Int32) throws -> Read {
    guard let status = ReadStatus(rawValue: row.text(first + 1)) else {
      throw DatabaseError(.corrupt, "unknown status of a read: \(row.text(first + 1))")
    }
    var read = Read(
      id: row.text(first), status: status, rating: row.optionalReal(first + 6),
      format: row.optionalText(first + 7).flatMap(ReadFormat.init), note: row.optionalText(first + 8),
      createdAt: row.optionalInteger(first + 9).map(Instant.init(seconds:)),
      origin: row.optionalText(first + 10).flatMap(Read.Origin.init))
    read.startedAt = row.optionalInteger(first + 2).map(Instant.init(seconds:))
    read.startedOn = row.optionalText(first + 3).flatMap(PartialDate.init)
    read.finishedAt = row.optionalInteger(first + 4).map(Instant.init(seconds:))
    read.finishedOn = row.optionalText(first + 5).flatMap(PartialDate.init)
    return read
  }
}

extension ReadStore {
  static let audited = AuditedTable(
    name: "reads", keyColumns: 2,
    rows: """
      SELECT work_id, id, place, status, started_at, started_on, finished_at, finished_on, rating, format, note,
        created_at, origin, review
      FROM reads WHERE user_id = $1 ORDER BY work_id, id
      """,
    orphans: "SELECT DISTINCT user_id FROM reads WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM reads WHERE user_id = $1")
}
