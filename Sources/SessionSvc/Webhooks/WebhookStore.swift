import Chronology
import Domain
import Proto
import Storage

/// A webhook with its sealed secret.
struct StoredWebhook: Hashable, Sendable {
  var webhook: Webhook
  var secret: [UInt8]
}

enum WebhookStore {
  /// Returns the webhooks of a user, oldest first. There are few.
  static func webhooks(of user: String, _ rows: Rows) throws -> [StoredWebhook] {
    try rows.all(
      """
      SELECT id, url, events, secret, is_on, created_at, failing_since, last_delivery FROM webhooks
      WHERE user_id = $1 ORDER BY created_at, id
      """, .text(user), as: webhook)
  }

  static func webhook(_ user: String, _ id: String, _ rows: Rows) throws -> StoredWebhook? {
    try rows.first(
      """
      SELECT id, url, events, secret, is_on, created_at, failing_since, last_delivery FROM webhooks
      WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: webhook)
  }

  static func save(_ stored: StoredWebhook, of user: String, _ transaction: Transaction) throws {
    let webhook = stored.webhook
    try transaction.run(
      """
      INSERT INTO webhooks (user_id, id, url, events, secret, is_on, created_at, failing_since, last_delivery)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (user_id, id) DO UPDATE SET url = excluded.url, events = excluded.events, is_on = excluded.is_on,
        failing_since = excluded.failing_since, last_delivery = excluded.last_delivery
      """,
      .text(user), .text(webhook.id), .text(webhook.url), .text(webhook.events.joined(separator: " ")),
      .bytes(stored.secret), .flag(webhook.isOn), .integer(webhook.createdAt.seconds),
      .optional(webhook.failingSince?.seconds),
      try webhook.lastDelivery.map { .bytes(try CBOREncoder.encode($0)) } ?? .null)
  }

  /// Also deletes what waits for it, and the cursor with the last webhook.
  static func delete(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try DeliveryStore.deleteAll(of: id, user, transaction)
    try transaction.run("DELETE FROM webhooks WHERE user_id = $1 AND id = $2", .text(user), .text(id))
    guard try webhooks(of: user, transaction.rows).isEmpty else { return }
    try transaction.run("DELETE FROM webhook_cursors WHERE user_id = $1", .text(user))
  }

  /// Returns the users with webhooks after one, in order.
  static func users(after user: String, limit: Int, _ rows: Rows) throws -> [String] {
    try rows.all(
      "SELECT user_id FROM webhook_cursors WHERE user_id > $1 ORDER BY user_id LIMIT $2", .text(user), .integer(limit)
    ) { $0.text(0) }
  }

  /// Returns users whose journals have events that were not searched.
  static func usersBehind(limit: Int, _ rows: Rows) throws -> [String] {
    try rows.all(
      """
      SELECT c.user_id FROM webhook_cursors c JOIN users u ON u.user_id = c.user_id
      WHERE c.seq < u.head_seq OR c.unlock_seq < u.head_seq ORDER BY c.user_id LIMIT $1
      """, .integer(limit)
    ) { $0.text(0) }
  }

  static func each(_ rows: Rows, body: (_ user: String, _ webhook: StoredWebhook) throws -> Void) throws {
    try rows.each(
      """
      SELECT id, url, events, secret, is_on, created_at, failing_since, last_delivery, user_id FROM webhooks
      ORDER BY user_id, id
      """
    ) { row in
      try body(row.text(8), webhook(row))
      return true
    }
  }

  private static func webhook(_ row: Row) throws -> StoredWebhook {
    var webhook = Webhook(
      id: row.text(0), url: row.text(1), events: row.text(2).split(separator: " ").map(String.init),
      isOn: row.integer(4) != 0, createdAt: Instant(seconds: row.integer(5)))
    webhook.failingSince = row.optionalInteger(6).map { Instant(seconds: $0) }
    if !row.isNull(7) { webhook.lastDelivery = try row.stored(WebhookDelivery.self, 7) }
    return StoredWebhook(webhook: webhook, secret: row.bytes(3))
  }
}

/// The last events of a user's journal that were searched.
struct WebhookCursor: Hashable, Sendable {
  var seq: Int64
  var unlockSeq: Int64
  /// Nil while no webhook reports unlocks.
  var baseline: UnlockBaseline?
}

enum WebhookCursorStore {
  static func cursor(_ user: String, _ rows: Rows) throws -> WebhookCursor? {
    try rows.first("SELECT seq, unlock_seq, baseline FROM webhook_cursors WHERE user_id = $1", .text(user)) { row in
      WebhookCursor(
        seq: row.integer(0), unlockSeq: row.integer(1),
        baseline: row.isNull(2) ? nil : try row.stored(UnlockBaseline.self, 2))
    }
  }

  static func save(_ cursor: WebhookCursor, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO webhook_cursors (user_id, seq, unlock_seq, baseline) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq, unlock_seq = excluded.unlock_seq,
        baseline = excluded.baseline
      """, .text(user), .integer(cursor.seq), .integer(cursor.unlockSeq),
      try cursor.baseline.map { .bytes(try CBOREncoder.encode($0)) } ?? .null)
  }

  static func each(_ rows: Rows, body: (_ user: String, _ cursor: WebhookCursor) throws -> Void) throws {
    try rows.each("SELECT seq, unlock_seq, baseline, user_id FROM webhook_cursors ORDER BY user_id") { row in
      let baseline = row.isNull(2) ? nil : try row.stored(UnlockBaseline.self, 2)
      try body(
        row.text(3), WebhookCursor(seq: row.integer(0), unlockSeq: row.integer(1), baseline: baseline))
      return true
    }
  }
}
