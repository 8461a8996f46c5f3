import Chronology
import Domain
import Proto
import Storage

/// A position with the time of the push.
struct StoredPosition: Hashable, Sendable {
  var position: Position
  var pushedAt: Instant
}

enum PositionStore {
  /// The title and the authors as they are stored.
  private struct Texts: Codable {
    var title: String
    var authors: [String]
  }

  static func position(_ user: String, _ document: String, _ rows: Rows) throws -> StoredPosition? {
    try rows.first(
      """
      SELECT document, progress, percentage, device, device_id, texts, pushed_at
      FROM positions WHERE user_id = $1 AND document = $2
      """, .text(user), .text(document), as: position)
  }

  /// Passes positions to `body` in the order of their documents until it returns false.
  static func each(
    _ user: String, after document: String, _ rows: Rows, body: (StoredPosition) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT document, progress, percentage, device, device_id, texts, pushed_at
      FROM positions WHERE user_id = $1 AND document > $2 ORDER BY document
      """, .text(user), .text(document)
    ) { try body(position($0)) }
  }

  static func eachOfAll(_ rows: Rows, body: (_ user: String, StoredPosition) throws -> Void) throws {
    try rows.each(
      """
      SELECT document, progress, percentage, device, device_id, texts, pushed_at, user_id
      FROM positions ORDER BY user_id, document
      """
    ) { row in
      try body(row.text(7), position(row))
      return true
    }
  }

  static func save(_ stored: StoredPosition, of user: String, _ transaction: Transaction) throws {
    let position = stored.position
    let texts = try position.title.map { try CBOREncoder.encode(Texts(title: $0, authors: position.authors)) }
    try transaction.run(
      """
      INSERT INTO positions (user_id, document, pushed_at, progress, percentage, device, device_id, texts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (user_id, document) DO UPDATE SET pushed_at = excluded.pushed_at, progress = excluded.progress,
        percentage = excluded.percentage, device = excluded.device, device_id = excluded.device_id,
        texts = excluded.texts
      """,
      .text(user), .text(position.document), .integer(stored.pushedAt.seconds), .text(position.progress),
      .real(position.percentage), .text(position.device), .optional(position.deviceId),
      texts.map { .bytes($0) } ?? .null)
  }

  static func count(of user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM positions WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  static func deleteOldest(of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      DELETE FROM positions WHERE user_id = $1 AND document = (
        SELECT document FROM positions WHERE user_id = $1 ORDER BY pushed_at, document LIMIT 1)
      """, .text(user))
  }

  private static func position(_ row: Row) throws -> StoredPosition {
    let texts = row.isNull(5) ? nil : try row.stored(Texts.self, 5)
    return StoredPosition(
      position: Position(
        document: row.text(0), progress: row.text(1), percentage: row.real(2), device: row.text(3),
        deviceId: row.optionalText(4), title: texts?.title, authors: texts?.authors ?? []),
      pushedAt: Instant(seconds: row.integer(6)))
  }
}

/// Which work a document is.
enum DocumentLinkStore {
  static func workId(_ user: String, document: String, _ rows: Rows) throws -> String? {
    try rows.first(
      "SELECT work_id FROM document_links WHERE user_id = $1 AND document = $2", .text(user), .text(document)
    ) { $0.text(0) }
  }

  static func save(_ document: String, _ workId: String, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO document_links (user_id, document, work_id) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, document) DO UPDATE SET work_id = excluded.work_id
      """, .text(user), .text(document), .text(workId))
  }

  static func count(of user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM document_links WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  static func each(
    _ user: String, after document: String, _ rows: Rows, body: (_ document: String, _ workId: String) throws -> Bool
  ) throws {
    try rows.each(
      "SELECT document, work_id FROM document_links WHERE user_id = $1 AND document > $2 ORDER BY document",
      .text(user), .text(document)
    ) { try body($0.text(0), $0.text(1)) }
  }

  static func eachOfAll(
    _ rows: Rows, body: (_ user: String, _ document: String, _ workId: String) throws -> Void
  ) throws {
    try rows.each("SELECT user_id, document, work_id FROM document_links ORDER BY user_id, document") { row in
      try body(row.text(0), row.text(1), row.text(2))
      return true
    }
  }
}
