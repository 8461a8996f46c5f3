import Chronology
import Storage

/// Content in pieces. A blob that no file has is deleted after a while.
enum BlobStore {
  struct Blob: Hashable {
    var id: Int64
    var size: Int
    var isUsed: Bool
  }

  static func blob(_ user: String, _ id: Int64, _ rows: Rows) throws -> Blob? {
    try rows.first(
      "SELECT blob_id, size, is_used FROM file_blobs WHERE user_id = $1 AND blob_id = $2", .text(user), .integer(id)
    ) { Blob(id: $0.integer(0), size: $0.int(1), isUsed: $0.flag(2)) }
  }

  /// The bytes of a user's blobs that no file has.
  static func unusedBytes(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first(
      "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM file_blobs WHERE user_id = $1 AND is_used = 0", .text(user)
    ) { $0.int(0) } ?? 0
  }

  static func save(_ blob: Blob, of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO file_blobs (user_id, blob_id, size, is_used, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, blob_id) DO UPDATE SET size = excluded.size, is_used = excluded.is_used,
        created_at = excluded.created_at
      """, .text(user), .integer(blob.id), .integer(blob.size), .flag(blob.isUsed), .integer(now.seconds))
  }

  static func chunk(_ user: String, _ id: Int64, place: Int, _ rows: Rows) throws -> [UInt8]? {
    try rows.first(
      "SELECT content FROM file_chunks WHERE user_id = $1 AND blob_id = $2 AND place = $3", .text(user), .integer(id),
      .integer(place)
    ) { $0.bytes(0) }
  }

  static func insert(
    _ content: [UInt8], _ id: Int64, place: Int, of user: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      "INSERT INTO file_chunks (user_id, blob_id, place, content) VALUES ($1, $2, $3, $4)",
      .text(user), .integer(id), .integer(place), .bytes(content))
  }

  /// Returns blobs that no file has, created before `then`.
  static func unused(before then: Instant, limit: Int, _ rows: Rows) throws -> [(user: String, id: Int64)] {
    try rows.all(
      """
      SELECT user_id, blob_id FROM file_blobs WHERE is_used = 0 AND created_at < $1
      ORDER BY user_id, blob_id LIMIT $2
      """, .integer(then.seconds), .integer(limit)
    ) { ($0.text(0), $0.integer(1)) }
  }

  /// Deletes some pieces of a blob that no file has, and the blob with the last ones. Returns false if more remain.
  static func deleteSlice(_ id: Int64, of user: String, chunks: Int, _ transaction: Transaction) throws -> Bool {
    guard try blob(user, id, transaction.rows).map({ !$0.isUsed }) ?? true else { return true }
    let deleted = try transaction.change(
      """
      DELETE FROM file_chunks WHERE user_id = $1 AND blob_id = $2 AND place IN (
        SELECT place FROM file_chunks WHERE user_id = $1 AND blob_id = $2 ORDER BY place LIMIT $3)
      """, .text(user), .integer(id), .integer(chunks))
    guard deleted < chunks else { return false }
    try transaction.run("DELETE FROM file_blobs WHERE user_id = $1 AND blob_id = $2", .text(user), .integer(id))
    return true
  }

  /// Deletes some pieces of a user who is being deleted. Returns false if more remain.
  static func eraseSlice(of user: String, chunks: Int, _ transaction: Transaction) throws -> Bool {
    let deleted = try transaction.change(
      """
      DELETE FROM file_chunks WHERE user_id = $1 AND (blob_id, place) IN (
        SELECT blob_id, place FROM file_chunks WHERE user_id = $1 ORDER BY blob_id, place LIMIT $2)
      """, .text(user), .integer(chunks))
    return deleted < chunks
  }

  /// Whether there are pieces that belong to no blob.
  static func hasOrphans(_ rows: Rows) throws -> Bool {
    try rows.first(
      """
      SELECT 1 FROM file_chunks AS c WHERE NOT EXISTS (
        SELECT 1 FROM file_blobs AS b WHERE b.user_id = c.user_id AND b.blob_id = c.blob_id) LIMIT 1
      """
    ) { $0.int(0) } != nil
  }

  static func eachBlob(_ rows: Rows, body: (_ user: String, Blob) throws -> Void) throws {
    try rows.each("SELECT blob_id, size, is_used, user_id FROM file_blobs ORDER BY user_id, blob_id") { row in
      try body(row.text(3), Blob(id: row.integer(0), size: row.int(1), isUsed: row.flag(2)))
      return true
    }
  }
}
