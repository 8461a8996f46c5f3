import Chronology
import Domain
import Storage

/// The library as it is while the reads are restored. The tables have further columns today, which do not exist yet
/// then.
enum OldLibraryStore {
  static func entries(_ user: String, after: String, limit: Int, _ rows: Rows) throws -> [LibraryEntry] {
    try rows.all(
      """
      SELECT work_id, status, current_page, rating, started_at, finished_at FROM library
      WHERE user_id = $1 AND work_id > $2 ORDER BY work_id LIMIT $3
      """, .text(user), .text(after), .integer(limit)
    ) { row in
      guard let status = ReadingStatus(rawValue: row.text(1)) else {
        throw DatabaseError(.corrupt, "unknown status of a library entry: \(row.text(1))")
      }
      return LibraryEntry(
        workId: row.text(0), status: status, currentPage: row.int(2), rating: row.optionalReal(3),
        startedAt: row.optionalInteger(4).map { Instant(seconds: $0) },
        finishedAt: row.optionalInteger(5).map { Instant(seconds: $0) })
    }
  }

  static func save(_ entry: LibraryEntry, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      UPDATE library SET status = $3, rating = $4, started_at = $5, finished_at = $6, started_on = $7,
        finished_on = $8, wanted_at = $9
      WHERE user_id = $1 AND work_id = $2
      """,
      .text(user), .text(entry.workId), .text(entry.status.rawValue), .optional(entry.rating),
      .optional(entry.startedAt?.seconds), .optional(entry.finishedAt?.seconds),
      .optional(entry.startedOn?.description), .optional(entry.finishedOn?.description),
      .optional(entry.wantedAt?.seconds))
  }

  static func insert(
    _ read: Read, at place: Int, of user: String, workId: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO reads (user_id, work_id, id, place, status, started_at, started_on, finished_at, finished_on, rating,
        format, note, created_at, origin)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      """,
      .text(user), .text(workId), .text(read.id), .integer(place), .text(read.status.rawValue),
      .optional(read.startedAt?.seconds), .optional(read.startedOn?.description), .optional(read.finishedAt?.seconds),
      .optional(read.finishedOn?.description), .optional(read.rating), .optional(read.format?.rawValue),
      .optional(read.note), .optional(read.createdAt?.seconds), .optional(read.origin?.rawValue))
  }
}
