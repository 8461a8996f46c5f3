import API
import Chronology
import Domain
import Proto
import Storage

/// The profile of a user and the ends of the journal.
struct UserRecord {
  var chainStart: Int64
  var head: SessionAPI.Head
  var heroCount: Int
  var profile: Profile
  var settings: SettingsHistory

  init(chainStart: Int64, head: SessionAPI.Head, heroCount: Int, profile: Profile, settings: SettingsHistory? = nil) {
    self.chainStart = chainStart
    self.head = head
    self.heroCount = heroCount
    self.profile = profile
    self.settings = settings ?? SettingsHistory(profile)
  }
}

enum UserStore {
  /// Returns nil if the journal cannot be read.
  static func hasUsers(in journal: DatabaseAddress) -> Bool? {
    journal.yieldsRow("SELECT 1 FROM users LIMIT 1")
  }

  private static let recordOfUser: SQL = """
    SELECT chain_start, head_seq, head_checksum, hero_count, display_name, timezone, day_start, rest_days, created_at,
      settings
    FROM users WHERE user_id = $1
    """

  static func record(_ user: String, _ rows: Rows) throws -> UserRecord? {
    try rows.first(recordOfUser, .text(user), as: record)
  }

  /// The first query of every command. It locks the user's row, so that a user's writers run one after the other.
  static func lockedRecord(_ user: String) -> Query {
    Query(recordOfUser, .text(user), isLocking: true)
  }

  static func record(_ row: Row) throws -> UserRecord {
    UserRecord(
      chainStart: row.integer(0), head: SessionAPI.Head(seq: row.integer(1), checksum: row.integer(2)),
      heroCount: row.int(3),
      profile: Profile(
        displayName: row.optionalText(4), timezone: row.text(5), dayStart: row.int(6), restDaysPerWeek: row.int(7),
        createdAt: Instant(seconds: row.integer(8))),
      settings: row.isNull(9) ? nil : try row.stored(SettingsHistory.self, 9))
  }

  /// Nil if the profile's settings have always applied.
  private static func stored(_ settings: SettingsHistory, _ profile: Profile) throws -> Value {
    settings == SettingsHistory(profile) ? .null : .bytes(try CBOREncoder.encode(settings))
  }

  /// Returns the journal's head, or 0 and 0 for an unknown user.
  static func head(_ user: String, _ rows: Rows) throws -> SessionAPI.Head {
    try rows.first(headQuery(user)) { row in
      SessionAPI.Head(seq: row.integer(0), checksum: row.integer(1))
    } ?? SessionAPI.Head(seq: 0, checksum: 0)
  }

  static func headQuery(_ user: String) -> Query {
    Query("SELECT head_seq, head_checksum FROM users WHERE user_id = $1", .text(user))
  }

  /// Returns the journal's start and head.
  static func ends(_ user: String, _ rows: Rows) throws -> (start: Int64, head: SessionAPI.Head) {
    try rows.first("SELECT chain_start, head_seq, head_checksum FROM users WHERE user_id = $1", .text(user)) { row in
      (row.integer(0), SessionAPI.Head(seq: row.integer(1), checksum: row.integer(2)))
    } ?? (0, SessionAPI.Head(seq: 0, checksum: 0))
  }

  static func insert(_ user: String, _ record: UserRecord, _ transaction: Transaction) throws {
    let profile = record.profile
    try transaction.run(
      """
      INSERT INTO users (user_id, chain_start, head_seq, head_checksum, hero_count, display_name, timezone, day_start,
        rest_days, created_at, settings)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      .text(user), .integer(record.chainStart), .integer(record.head.seq), .integer(record.head.checksum),
      .integer(record.heroCount), .optional(profile.displayName), .text(profile.timezone),
      .integer(profile.dayStart), .integer(profile.restDaysPerWeek), .integer(profile.createdAt.seconds),
      stored(record.settings, profile))
  }

  static func setHead(_ user: String, _ head: SessionAPI.Head, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE users SET head_seq = $2, head_checksum = $3 WHERE user_id = $1",
      .text(user), .integer(head.seq), .integer(head.checksum))
  }

  static func setHeroCount(_ user: String, _ count: Int, _ transaction: Transaction) throws {
    try transaction.run("UPDATE users SET hero_count = $2 WHERE user_id = $1", .text(user), .integer(count))
  }

  static func setCreatedAt(_ user: String, _ instant: Instant, _ transaction: Transaction) throws {
    try transaction.run("UPDATE users SET created_at = $2 WHERE user_id = $1", .text(user), .integer(instant.seconds))
  }

  static func setProfile(
    _ user: String, _ profile: Profile, _ settings: SettingsHistory, _ transaction: Transaction
  ) throws {
    try transaction.run(
      """
      UPDATE users SET display_name = $2, timezone = $3, day_start = $4, rest_days = $5, settings = $6
      WHERE user_id = $1
      """,
      .text(user), .optional(profile.displayName), .text(profile.timezone), .integer(profile.dayStart),
      .integer(profile.restDaysPerWeek), stored(settings, profile))
  }

  /// Returns user ids in order, after `after`.
  static func users(after: String, limit: Int, _ rows: Rows) throws -> [String] {
    try rows.all(
      "SELECT user_id FROM users WHERE user_id > $1 ORDER BY user_id LIMIT $2", .text(after), .integer(limit)
    ) { $0.text(0) }
  }

  static func eventCount(_ rows: Rows) throws -> Int64 {
    try rows.first("SELECT CAST(COALESCE(SUM(head_seq), 0) AS BIGINT) FROM users") { $0.integer(0) } ?? 0
  }
}
