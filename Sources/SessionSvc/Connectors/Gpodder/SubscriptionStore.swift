import API
import Crypto
import Storage

enum SubscriptionStore {
  struct Stored: Hashable {
    var url: String
    var title: String?
    var stamp: Int64
    var isActive: Bool
  }

  /// Returns the subscriptions that have changed after a stamp, including those that have ended, in the order of their
  /// changes.
  static func changes(_ user: String, after stamp: Int64, _ rows: Rows) throws -> [Stored] {
    try rows.all(
      """
      SELECT url, title, stamp, is_active FROM gpodder_subscriptions WHERE user_id = $1 AND stamp > $2
      ORDER BY stamp, url
      """, .text(user), .integer(stamp), as: stored)
  }

  static func activeCount(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first(
      "SELECT COUNT(*) FROM gpodder_subscriptions WHERE user_id = $1 AND is_active = 1", .text(user)
    ) { $0.int(0) } ?? 0
  }

  static func save(
    _ url: String, isActive: Bool, stamp: Int64, of user: String, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_subscriptions (user_id, hash, url, stamp, is_active) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, hash) DO UPDATE SET stamp = excluded.stamp, is_active = excluded.is_active
      """, .text(user), .bytes(SHA256.hash(url)), .text(url), .integer(stamp), .flag(isActive))
  }

  static func setTitle(_ title: String, of url: String, _ user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE gpodder_subscriptions SET title = $3 WHERE user_id = $1 AND hash = $2", .text(user),
      .bytes(SHA256.hash(url)), .text(title))
  }

  static func delete(_ url: String, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM gpodder_subscriptions WHERE user_id = $1 AND hash = $2", .text(user), .bytes(SHA256.hash(url)))
  }

  static func each(_ rows: Rows, body: (_ user: String, _ hash: [UInt8], Stored) throws -> Void) throws {
    try rows.each(
      "SELECT url, title, stamp, is_active, user_id, hash FROM gpodder_subscriptions ORDER BY user_id, hash"
    ) { row in
      try body(row.text(4), row.bytes(5), stored(row))
      return true
    }
  }

  private static func stored(_ row: Row) -> Stored {
    Stored(url: row.text(0), title: row.optionalText(1), stamp: row.integer(2), isActive: row.flag(3))
  }
}

enum PodcastDeviceStore {
  static func devices(_ user: String, _ rows: Rows) throws -> [SessionAPI.PodcastDevice] {
    try rows.all(
      "SELECT id, caption, type FROM gpodder_devices WHERE user_id = $1 ORDER BY id", .text(user)
    ) { SessionAPI.PodcastDevice(id: $0.text(0), caption: $0.text(1), type: $0.text(2)) }
  }

  static func device(_ user: String, _ id: String, _ rows: Rows) throws -> SessionAPI.PodcastDevice? {
    try rows.first(
      "SELECT id, caption, type FROM gpodder_devices WHERE user_id = $1 AND id = $2", .text(user), .text(id)
    ) { SessionAPI.PodcastDevice(id: $0.text(0), caption: $0.text(1), type: $0.text(2)) }
  }

  static func each(_ rows: Rows, body: (_ user: String, SessionAPI.PodcastDevice) throws -> Void) throws {
    try rows.each("SELECT id, caption, type, user_id FROM gpodder_devices ORDER BY user_id, id") { row in
      try body(
        row.text(3), SessionAPI.PodcastDevice(id: row.text(0), caption: row.text(1), type: row.text(2)))
      return true
    }
  }

  static func count(_ user: String, _ rows: Rows) throws -> Int {
    try rows.first("SELECT COUNT(*) FROM gpodder_devices WHERE user_id = $1", .text(user)) { $0.int(0) } ?? 0
  }

  static func save(_ device: SessionAPI.PodcastDevice, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO gpodder_devices (user_id, id, caption, type) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, id) DO UPDATE SET caption = excluded.caption, type = excluded.type
      """, .text(user), .text(device.id), .text(device.caption), .text(device.type))
  }
}
