import API
import Chronology
import Storage

/// Imports of stored content that were ordered and are not done.
enum ImportOrderStore {
  struct Order: Hashable {
    var pending: SessionAPI.PendingImport
    /// Until then no other host runs it.
    var claimedUntil: Instant
    var attempts: Int
  }

  static func order(_ user: String, _ blob: Int64, _ rows: Rows) throws -> Order? {
    try rows.first(
      """
      SELECT user_id, blob_id, size, name, connector, format, load, claimed_until, attempts FROM import_orders
      WHERE user_id = $1 AND blob_id = $2
      """, .text(user), .integer(blob), as: order)
  }

  static func orders(of user: String, _ rows: Rows) throws -> [Order] {
    try rows.all(
      """
      SELECT user_id, blob_id, size, name, connector, format, load, claimed_until, attempts FROM import_orders
      WHERE user_id = $1 ORDER BY created_at, blob_id
      """, .text(user), as: order)
  }

  struct Totals {
    var count: Int
    var bytes: Int
    var newest: Instant
  }

  static func totals(of user: String, _ rows: Rows) throws -> Totals {
    try rows.first(
      """
      SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT), COALESCE(MAX(created_at), 0) FROM import_orders
      WHERE user_id = $1
      """, .text(user)
    ) { Totals(count: $0.int(0), bytes: $0.int(1), newest: Instant(seconds: $0.integer(2))) }
      ?? Totals(count: 0, bytes: 0, newest: Instant(seconds: 0))
  }

  /// Returns the oldest orders of all users that nobody has claimed.
  static func unclaimed(at now: Instant, limit: Int, _ rows: Rows) throws -> [Order] {
    try rows.all(
      """
      SELECT user_id, blob_id, size, name, connector, format, load, claimed_until, attempts FROM import_orders
      WHERE claimed_until <= $1 ORDER BY created_at, user_id, blob_id LIMIT $2
      """, .integer(now.seconds), .integer(limit), as: order)
  }

  static func eachOfAll(_ rows: Rows, body: (Order) throws -> Void) throws {
    try rows.each(
      """
      SELECT user_id, blob_id, size, name, connector, format, load, claimed_until, attempts FROM import_orders
      ORDER BY user_id, blob_id
      """
    ) { row in
      try body(order(row))
      return true
    }
  }

  static func save(_ pending: SessionAPI.PendingImport, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO import_orders
        (user_id, blob_id, size, name, connector, format, load, created_at, claimed_until, attempts)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0) ON CONFLICT (user_id, blob_id) DO NOTHING
      """,
      .text(pending.user), .integer(pending.blob), .integer(pending.size), .text(pending.name),
      .text(pending.order.connector.rawValue), .text(pending.order.format.rawValue), .optional(pending.order.load),
      .integer(now.seconds))
  }

  static func claim(
    _ blob: Int64, of user: String, until end: Instant, attempts: Int, _ transaction: Transaction
  ) throws {
    try transaction.run(
      "UPDATE import_orders SET claimed_until = $3, attempts = $4 WHERE user_id = $1 AND blob_id = $2",
      .text(user), .integer(blob), .integer(end.seconds), .integer(attempts))
  }

  static func delete(_ blob: Int64, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM import_orders WHERE user_id = $1 AND blob_id = $2", .text(user), .integer(blob))
  }

  private static func order(_ row: Row) throws -> Order {
    guard let connector = ConnectorName(rawValue: row.text(4)), let format = ImportFormat(rawValue: row.text(5)) else {
      throw DatabaseError(.corrupt, "an ordered import has an unknown connector or format")
    }
    return Order(
      pending: SessionAPI.PendingImport(
        user: row.text(0), blob: row.integer(1), size: row.int(2), name: row.text(3),
        order: SessionAPI.ImportOrder(connector, format, load: row.optionalReal(6))),
      claimedUntil: Instant(seconds: row.integer(7)), attempts: row.int(8))
  }
}
