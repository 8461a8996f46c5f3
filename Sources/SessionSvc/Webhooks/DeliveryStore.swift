import Chronology
import Domain
import Storage

/// An event that waits for a webhook.
struct StoredDelivery: Hashable, Sendable {
  var number: Int64
  var type: String
  /// The same for each attempt.
  var messageID: String
  var body: [UInt8]
  var failures: Int
  /// The time of the next attempt, or the end of the lease of the current one.
  var nextAt: Instant
}

/// A webhook of a user.
struct WebhookKey: Hashable, Sendable {
  var user: String
  var webhook: String
}

enum DeliveryStore {
  /// Appends events in order. The oldest ones are dropped if too many wait.
  static func append(
    _ messages: [WebhookMessage], for webhook: String, of user: String, at now: Instant, _ transaction: Transaction
  ) throws {
    guard !messages.isEmpty else { return }
    let (count, last): (Int, Int64) =
      try transaction.rows.first(
        "SELECT COUNT(*), COALESCE(MAX(number), 0) FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2",
        .text(user), .text(webhook)
      ) { ($0.int(0), $0.integer(1)) } ?? (0, 0)
    for (index, message) in messages.enumerated() {
      try transaction.run(
        """
        INSERT INTO webhook_deliveries (user_id, webhook_id, number, type, message_id, body, failures, next_at)
        VALUES ($1, $2, $3, $4, $5, $6, 0, $7)
        """,
        .text(user), .text(webhook), .integer(last + Int64(index) + 1), .text(message.type), .text(message.id),
        .bytes(message.body), .integer(now.seconds))
    }
    let surplus = count + messages.count - SessionLimits.waitingDeliveries
    guard surplus > 0 else { return }
    try transaction.run(
      """
      DELETE FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 AND number IN
        (SELECT number FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 ORDER BY number LIMIT $3)
      """, .text(user), .text(webhook), .integer(surplus))
  }

  /// Returns the event to send next: the first that was never tried, unless its attempt is in progress, otherwise the
  /// first whose next attempt is due.
  static func next(_ key: WebhookKey, at now: Instant, _ rows: Rows) throws -> StoredDelivery? {
    let fresh = try rows.first(
      """
      SELECT number, type, message_id, body, failures, next_at FROM webhook_deliveries
      WHERE user_id = $1 AND webhook_id = $2 AND failures = 0 ORDER BY number LIMIT 1
      """, .text(key.user), .text(key.webhook), as: delivery)
    if let fresh, fresh.nextAt <= now { return fresh }
    return try rows.first(
      """
      SELECT number, type, message_id, body, failures, next_at FROM webhook_deliveries
      WHERE user_id = $1 AND webhook_id = $2 AND failures > 0 AND next_at <= $3 ORDER BY next_at, number LIMIT 1
      """, .text(key.user), .text(key.webhook), .integer(now.seconds), as: delivery)
  }

  /// Changes an event that nobody else has changed since it was read. Returns false otherwise.
  static func update(
    _ delivery: StoredDelivery, _ key: WebhookKey, failures: Int, nextAt: Instant, _ transaction: Transaction
  ) throws -> Bool {
    try transaction.change(
      """
      UPDATE webhook_deliveries SET failures = $5, next_at = $6
      WHERE user_id = $1 AND webhook_id = $2 AND number = $3 AND message_id = $4 AND next_at = $7
      """,
      .text(key.user), .text(key.webhook), .integer(delivery.number), .text(delivery.messageID), .integer(failures),
      .integer(nextAt.seconds), .integer(delivery.nextAt.seconds)) > 0
  }

  static func delete(_ delivery: StoredDelivery, _ key: WebhookKey, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2 AND number = $3 AND message_id = $4",
      .text(key.user), .text(key.webhook), .integer(delivery.number), .text(delivery.messageID))
  }

  static func deleteAll(of webhook: String, _ user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM webhook_deliveries WHERE user_id = $1 AND webhook_id = $2", .text(user), .text(webhook))
  }

  /// Returns webhooks with events whose time has come.
  static func due(at now: Instant, limit: Int, _ rows: Rows) throws -> [WebhookKey] {
    try rows.all(
      "SELECT DISTINCT user_id, webhook_id FROM webhook_deliveries WHERE next_at <= $1 LIMIT $2",
      .integer(now.seconds), .integer(limit)
    ) { WebhookKey(user: $0.text(0), webhook: $0.text(1)) }
  }

  /// The time of the next attempt of any webhook.
  static func nextTime(_ rows: Rows) throws -> Instant? {
    try rows.first("SELECT next_at FROM webhook_deliveries ORDER BY next_at LIMIT 1") {
      Instant(seconds: $0.integer(0))
    }
  }

  /// Ends the leases of this process's predecessor. Only the single process of a file may call it.
  static func endLeases(at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE webhook_deliveries SET next_at = $1 WHERE failures = 0 AND next_at > $1", .integer(now.seconds))
  }

  static func each(_ rows: Rows, body: (_ key: WebhookKey, _ delivery: StoredDelivery) throws -> Void) throws {
    try rows.each(
      """
      SELECT number, type, message_id, body, failures, next_at, user_id, webhook_id FROM webhook_deliveries
      ORDER BY user_id, webhook_id, number
      """
    ) { row in
      try body(WebhookKey(user: row.text(6), webhook: row.text(7)), delivery(row))
      return true
    }
  }

  private static func delivery(_ row: Row) -> StoredDelivery {
    StoredDelivery(
      number: row.integer(0), type: row.text(1), messageID: row.text(2), body: row.bytes(3), failures: row.int(4),
      nextAt: Instant(seconds: row.integer(5)))
  }
}
