import Chronology
import Crypto
import Domain
import Storage

/// The images of works and stories, with a digest that shows damage.
enum CoverStore {
  /// A cover without its image.
  struct Entry: Hashable {
    var kind: CoverKind
    var id: String
    var type: String
    var size: Int
    var digest: [UInt8]
  }

  /// A stored cover as an audit finds it.
  struct Audited {
    var user: String
    var kind: String
    var id: String
    var type: String
    var size: Int
    var digest: [UInt8]
    var createdAt: Int64
    var bytes: [UInt8]
    /// Whether the work or story exists.
    var isExpected: Bool
  }

  static func entry(_ user: String, _ kind: CoverKind, _ id: String, _ rows: Rows) throws -> Entry? {
    try rows.first(
      "SELECT type, size, digest FROM covers WHERE user_id = $1 AND kind = $2 AND object_id = $3", .text(user),
      .text(kind.rawValue), .text(id)
    ) { Entry(kind: kind, id: id, type: $0.text(0), size: $0.int(1), digest: $0.bytes(2)) }
  }

  static func exists(_ user: String, _ kind: CoverKind, _ id: String, _ rows: Rows) throws -> Bool {
    try rows.first(
      "SELECT 1 FROM covers WHERE user_id = $1 AND kind = $2 AND object_id = $3", .text(user), .text(kind.rawValue),
      .text(id)
    ) { $0.int(0) } != nil
  }

  /// Returns those of the ids, which are sorted, that have a cover. One query serves a whole page.
  static func ids(_ user: String, _ kind: CoverKind, among ids: [String], _ rows: Rows) throws -> Set<String> {
    guard let first = ids.first, let last = ids.last else { return [] }
    return Set(
      try rows.all(
        """
        SELECT object_id FROM covers WHERE user_id = $1 AND kind = $2 AND object_id >= $3 AND object_id <= $4
        ORDER BY object_id
        """, .text(user), .text(kind.rawValue), .text(first), .text(last)
      ) { $0.text(0) })
  }

  static func image(
    _ user: String, _ kind: CoverKind, _ id: String, _ rows: Rows
  ) throws -> (type: String, bytes: [UInt8])? {
    try rows.first(
      "SELECT type, bytes FROM covers WHERE user_id = $1 AND kind = $2 AND object_id = $3", .text(user),
      .text(kind.rawValue), .text(id)
    ) { ($0.text(0), $0.bytes(1)) }
  }

  /// The number of covers, and their bytes.
  static func totals(_ user: String, _ rows: Rows) throws -> (count: Int, bytes: Int) {
    try rows.first(
      "SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM covers WHERE user_id = $1", .text(user)
    ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
  }

  /// Returns covers in the order of kind and id, without their images.
  static func entries(
    _ user: String, after kind: String, _ id: String, limit: Int, _ rows: Rows
  ) throws -> [Entry] {
    try rows.all(
      """
      SELECT kind, object_id, type, size, digest FROM covers
      WHERE user_id = $1 AND (kind > $2 OR (kind = $2 AND object_id > $3)) ORDER BY kind, object_id LIMIT $4
      """, .text(user), .text(kind), .text(id), .integer(limit)
    ) { row in
      guard let kind = CoverKind(rawValue: row.text(0)) else {
        throw DatabaseError(.corrupt, "a cover belongs to an unknown kind of object")
      }
      return Entry(kind: kind, id: row.text(1), type: row.text(2), size: row.int(3), digest: row.bytes(4))
    }
  }

  static func save(
    _ entry: Entry, _ bytes: [UInt8], of user: String, at now: Instant, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO covers (user_id, kind, object_id, type, size, digest, created_at, bytes)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (user_id, kind, object_id) DO UPDATE SET type = excluded.type, size = excluded.size,
        digest = excluded.digest, created_at = excluded.created_at, bytes = excluded.bytes
      """,
      .text(user), .text(entry.kind.rawValue), .text(entry.id), .text(entry.type), .integer(entry.size),
      .bytes(entry.digest), .integer(now.seconds), .bytes(bytes))
  }

  static func delete(_ user: String, _ kind: CoverKind, _ id: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM covers WHERE user_id = $1 AND kind = $2 AND object_id = $3", .text(user), .text(kind.rawValue),
      .text(id))
  }

  static func each(_ rows: Rows, _ body: (Audited) throws -> Void) throws {
    try rows.each(
      """
      SELECT c.user_id, c.kind, c.object_id, c.type, c.size, c.digest, c.created_at, c.bytes,
        CASE WHEN w.id IS NULL AND s.id IS NULL THEN 0 ELSE 1 END
      FROM covers c
      LEFT JOIN works w ON w.user_id = c.user_id AND w.id = c.object_id AND c.kind = 'work'
      LEFT JOIN stories s ON s.user_id = c.user_id AND s.id = c.object_id AND c.kind = 'story'
      ORDER BY c.user_id, c.kind, c.object_id
      """
    ) { row in
      try body(
        Audited(
          user: row.text(0), kind: row.text(1), id: row.text(2), type: row.text(3), size: row.int(4),
          digest: row.bytes(5), createdAt: row.integer(6), bytes: row.bytes(7), isExpected: row.flag(8)))
      return true
    }
  }
}
