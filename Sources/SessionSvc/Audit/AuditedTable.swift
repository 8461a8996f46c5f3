import Storage

/// A table whose rows follow from the journal.
struct AuditedTable {
  var name: String
  /// How many columns behind the user make a row's key.
  var keyColumns: Int
  /// A user's rows in the order of their key, the key first.
  var rows: SQL
  /// Users who have rows and are no users.
  var orphans: SQL
  var delete: SQL

  /// `users` is not here: half of its row says where the journal begins and ends.
  static let all =
    [
      AuditedTable(
        name: "heroes", keyColumns: 1, rows: "SELECT id, name FROM heroes WHERE user_id = $1 ORDER BY id",
        orphans: "SELECT DISTINCT user_id FROM heroes WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM heroes WHERE user_id = $1"),
      AuditedTable(
        name: "stories", keyColumns: 1,
        rows: """
          SELECT id, title, hero_id, estimated_duration, created_at, is_favorite FROM stories
          WHERE user_id = $1 ORDER BY id
          """,
        orphans: "SELECT DISTINCT user_id FROM stories WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM stories WHERE user_id = $1"),
      AuditedTable(
        name: "sessions", keyColumns: 2,
        rows: """
          SELECT started_at, story_id, ended_at, completed, duration, given FROM sessions
          WHERE user_id = $1 ORDER BY started_at, story_id
          """,
        orphans: "SELECT DISTINCT user_id FROM sessions WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM sessions WHERE user_id = $1"),
      AuditedTable(
        name: "anomalies", keyColumns: 2,
        rows: """
          SELECT seq, place, started_at, story_id, kind, given, stored, recorded_at FROM anomalies
          WHERE user_id = $1 ORDER BY seq, place
          """,
        orphans: "SELECT DISTINCT user_id FROM anomalies WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM anomalies WHERE user_id = $1"),
      AuditedTable(
        name: "rucks", keyColumns: 1,
        rows: """
          SELECT started_at, id, ended_at, distance, load_weight, calories, elevation_gain, moving_time, terrain,
            temperature, condition FROM rucks
          WHERE user_id = $1 ORDER BY started_at
          """,
        orphans: "SELECT DISTINCT user_id FROM rucks WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM rucks WHERE user_id = $1"),
      AuditedTable(
        name: "goals", keyColumns: 1, rows: "SELECT type, target FROM goals WHERE user_id = $1 ORDER BY type",
        orphans: "SELECT DISTINCT user_id FROM goals WHERE user_id NOT IN (SELECT user_id FROM users)",
        delete: "DELETE FROM goals WHERE user_id = $1"),
    ] + reading
}
