import Chronology
import Domain
import Proto
import Storage

enum ShareStore {
  /// Returns the valid link with this hash and its user. Expired links are not found.
  static func share(hash: [UInt8], at now: Instant, _ rows: Rows) throws -> (user: String, share: Share)? {
    try rows.first(
      """
      SELECT id, picture, theme, options, created_at, expires_at, user_id FROM shares
      WHERE hash = $1 AND (expires_at IS NULL OR expires_at > $2)
      """, .bytes(hash), .integer(now.seconds)
    ) { row in (row.text(6), try share(row)) }
  }

  static func share(_ user: String, _ id: String, _ rows: Rows) throws -> Share? {
    try rows.first(
      """
      SELECT id, picture, theme, options, created_at, expires_at FROM shares WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: share)
  }

  /// Returns links after the given position, newest first, then by id.
  static func shares(
    _ user: String, before created: Int64, _ id: String, limit: Int, _ rows: Rows
  ) throws -> [Share] {
    try rows.all(
      """
      SELECT id, picture, theme, options, created_at, expires_at FROM shares
      WHERE user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4
      """, .text(user), .integer(created), .text(id), .integer(limit), as: share)
  }

  static func insert(_ share: Share, hash: [UInt8], of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO shares (hash, user_id, id, picture, theme, options, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .bytes(hash), .text(user), .text(share.id), .text(share.picture.rawValue), .text(share.theme.rawValue),
      .bytes(try CBOREncoder.encode(share.options)), .integer(share.createdAt.seconds),
      .optional(share.expiresAt?.seconds))
  }

  static func delete(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM shares WHERE user_id = $1 AND id = $2", .text(user), .text(id))
  }

  static func delete(hash: [UInt8], _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM shares WHERE hash = $1", .bytes(hash))
  }

  private static func share(_ row: Row) throws -> Share {
    guard let picture = SharedPicture(rawValue: row.text(1)), let theme = PictureTheme(rawValue: row.text(2)) else {
      throw DatabaseError(.corrupt, "the link \(row.text(0)) has an unknown picture or theme")
    }
    return Share(
      id: row.text(0), picture: picture, theme: theme, options: try row.stored(ShareOptions.self, 3),
      createdAt: Instant(seconds: row.integer(4)), expiresAt: row.optionalInteger(5).map { Instant(seconds: $0) })
  }
}

extension ShareStore {
  static let audited = AuditedTable(
    name: "shares", keyColumns: 1,
    rows: """
      SELECT id, hash, picture, theme, options, created_at, expires_at FROM shares WHERE user_id = $1 ORDER BY id
      """,
    orphans: "SELECT DISTINCT user_id FROM shares WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM shares WHERE user_id = $1")
}
