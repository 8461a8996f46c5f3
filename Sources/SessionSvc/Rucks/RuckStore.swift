import Chronology
import Domain
import Proto
import Storage

enum RuckStore {
  static func ruck(_ user: String, startedAt: Instant, _ rows: Rows) throws -> Ruck? {
    try rows.first(
      """
      SELECT id, started_at, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
        temperature, condition, name, note, track FROM rucks
      WHERE user_id = $1 AND started_at = $2
      """, .text(user), .integer(startedAt.seconds), as: ruck)
  }

  static func ruck(_ user: String, _ id: String, _ rows: Rows) throws -> Ruck? {
    try rows.first(
      """
      SELECT id, started_at, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
        temperature, condition, name, note, track FROM rucks
      WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: ruck)
  }

  /// Returns rucks in the range and before `start`, newest first.
  static func rucks(_ user: String, _ starts: StartRange, before start: Int64, limit: Int, _ rows: Rows) throws
    -> [Ruck]
  {
    try rows.all(
      """
      SELECT id, started_at, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
        temperature, condition, name, note, track FROM rucks
      WHERE user_id = $1 AND started_at >= $2 AND started_at < $3 ORDER BY started_at DESC LIMIT $4
      """,
      .text(user), .integer(starts.from.seconds), .integer(min(start, starts.before.seconds)), .integer(limit),
      as: ruck)
  }

  /// Passes rucks after `start` to `body` until it returns false, oldest first.
  static func each(_ user: String, after start: Int64, _ rows: Rows, body: (Ruck) throws -> Bool) throws {
    try rows.each(
      """
      SELECT id, started_at, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
        temperature, condition, name, note, track FROM rucks
      WHERE user_id = $1 AND started_at > $2 ORDER BY started_at
      """, .text(user), .integer(start)
    ) { try body(ruck($0)) }
  }

  /// The id of a stored ruck never changes.
  static func save(_ ruck: Ruck, of user: String, _ transaction: Transaction) throws {
    let terrain: Value = try ruck.terrain.map { .bytes(try CBOREncoder.encode($0)) } ?? .null
    try transaction.run(
      """
      INSERT INTO rucks (user_id, started_at, id, ended_at, distance, load_weight, calories, elevation_gain,
        moving_time, terrain, temperature, condition, name, note, track)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      ON CONFLICT (user_id, started_at) DO UPDATE SET ended_at = excluded.ended_at, distance = excluded.distance,
        load_weight = excluded.load_weight, calories = excluded.calories, elevation_gain = excluded.elevation_gain,
        moving_time = excluded.moving_time, terrain = excluded.terrain, temperature = excluded.temperature,
        condition = excluded.condition, name = excluded.name, note = excluded.note, track = excluded.track
      """,
      .text(user), .integer(ruck.startedAt.seconds), .text(ruck.id), .integer(ruck.endedAt.seconds),
      .real(ruck.distance), .real(ruck.loadWeight), .optional(ruck.calories), .optional(ruck.elevationGain),
      .optional(ruck.movingTime), terrain, .optional(ruck.weather?.temperature), .optional(ruck.weather?.condition),
      .optional(ruck.name), .optional(ruck.note), .optional(ruck.track.map { $0 == .stored ? Int64(1) : 0 }))
  }

  static func delete(_ ruck: Ruck, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "DELETE FROM rucks WHERE user_id = $1 AND started_at = $2", .text(user), .integer(ruck.startedAt.seconds))
  }

  private static func ruck(_ row: Row) throws -> Ruck {
    var ruck = Ruck(
      id: row.text(0), startedAt: Instant(seconds: row.integer(1)), endedAt: Instant(seconds: row.integer(2)),
      distance: row.real(3), loadWeight: row.real(4), calories: row.optionalReal(5),
      elevationGain: row.optionalReal(6), movingTime: row.optionalReal(7))
    if !row.isNull(8) { ruck.terrain = try row.stored([RuckSegment].self, 8) }
    if let temperature = row.optionalReal(9), let condition = row.optionalText(10) {
      ruck.weather = RuckWeather(temperature: temperature, condition: condition)
    }
    (ruck.name, ruck.note) = (row.optionalText(11), row.optionalText(12))
    ruck.track = row.optionalInteger(13).map { $0 == 1 ? .stored : .removed }
    return ruck
  }
}

extension RuckStore {
  static let audited = AuditedTable(
    name: "rucks", keyColumns: 1,
    rows: """
      SELECT started_at, id, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
        temperature, condition, name, note, track FROM rucks
      WHERE user_id = $1 ORDER BY started_at
      """,
    orphans: "SELECT DISTINCT user_id FROM rucks WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM rucks WHERE user_id = $1")
}
