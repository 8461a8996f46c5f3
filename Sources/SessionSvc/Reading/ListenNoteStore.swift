import Domain
import Storage

/// The ratings, notes and reviews of listen-throughs. They remain if the read disappears because its story is no longer
/// linked, and belong to it again if it returns.
enum ListenNoteStore {
  /// Returns the read with its known rating, note and review.
  static func noted(_ read: Read, of user: String, _ rows: Rows) throws -> Read {
    var read = read
    let known = try rows.first(
      "SELECT rating, note, review FROM listen_notes WHERE user_id = $1 AND read_id = $2", .text(user), .text(read.id)
    ) { (rating: $0.optionalReal(0), note: $0.optionalText(1), review: $0.optionalText(2)) }
    if let known {
      (read.rating, read.note, read.review) = (known.rating, known.note, known.review.flatMap(ReadReview.init))
    }
    return read
  }

  static func save(_ read: Read, of user: String, _ transaction: Transaction) throws {
    if read.rating == nil, read.note == nil, read.review == nil {
      return try transaction.run(
        "DELETE FROM listen_notes WHERE user_id = $1 AND read_id = $2", .text(user), .text(read.id))
    }
    try transaction.run(
      """
      INSERT INTO listen_notes (user_id, read_id, rating, note, review) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, read_id) DO UPDATE SET rating = excluded.rating, note = excluded.note,
        review = excluded.review
      """, .text(user), .text(read.id), .optional(read.rating), .optional(read.note), .optional(read.review?.text))
  }
}

extension ListenNoteStore {
  static let audited = AuditedTable(
    name: "listen_notes", keyColumns: 1,
    rows: "SELECT read_id, rating, note, review FROM listen_notes WHERE user_id = $1 ORDER BY read_id",
    orphans: "SELECT DISTINCT user_id FROM listen_notes WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM listen_notes WHERE user_id = $1")
}
