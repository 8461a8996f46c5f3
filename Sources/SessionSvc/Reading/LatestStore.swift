import Chronology
import Storage

/// The latest end of a user's sessions.
enum LatestStore {
  /// A session that ends last began at most `span` before the last start, so only few rows are read.
  static func end(_ user: String, spans: (listening: Int64, reading: Int64, ruck: Int64), _ rows: Rows) throws
    -> Instant?
  {
    let ends = [
      try rows.first(
        """
        SELECT MAX(ended_at) FROM sessions WHERE user_id = $1 AND started_at >= (
          SELECT MAX(started_at) FROM sessions WHERE user_id = $1) - $2
        """, .text(user), .integer(spans.listening)
      ) { $0.optionalInteger(0) },
      try rows.first(
        """
        SELECT MAX(ended_at) FROM readings WHERE user_id = $1 AND started_at >= (
          SELECT MAX(started_at) FROM readings WHERE user_id = $1) - $2
        """, .text(user), .integer(spans.reading)
      ) { $0.optionalInteger(0) },
      try rows.first(
        """
        SELECT MAX(ended_at) FROM rucks WHERE user_id = $1 AND started_at >= (
          SELECT MAX(started_at) FROM rucks WHERE user_id = $1) - $2
        """, .text(user), .integer(spans.ruck)
      ) { $0.optionalInteger(0) },
    ]
    return ends.compactMap { $0.flatMap { $0 } }.max().map { Instant(seconds: $0) }
  }
}
