import Chronology
import Domain
import Storage

enum DiversityStore {
  /// Returns the values of a work.
  static func values(_ user: String, workId: String, _ rows: Rows) throws -> [DiversityDimension: String] {
    let found = try rows.all(
      """
      SELECT dimension, value FROM diversity_fields WHERE user_id = $1 AND work_id = $2 AND value IS NOT NULL
      """, .text(user), .text(workId)
    ) { row in
      guard let dimension = DiversityDimension(rawValue: row.text(0)) else {
        throw DatabaseError(.corrupt, "unknown dimension: \(row.text(0))")
      }
      return (dimension, row.text(1))
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// A work's value in one dimension, and the time of its award.
  struct Field: Encodable {
    var workId: String
    var dimension: String
    var value: String?
    var awardedAt: Instant?
  }

  /// Passes fields after the given one to `body` until it returns false, ordered by work and dimension.
  static func eachField(
    _ user: String, after workId: String, _ dimension: String, _ rows: Rows, body: (Field) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT work_id, dimension, value, awarded_at FROM diversity_fields
      WHERE user_id = $1 AND (work_id, dimension) > ($2, $3) ORDER BY work_id, dimension
      """, .text(user), .text(workId), .text(dimension)
    ) { row in
      try body(
        Field(
          workId: row.text(0), dimension: row.text(1), value: row.optionalText(2),
          awardedAt: row.optionalInteger(3).map { Instant(seconds: $0) }))
    }
  }

  static func set(_ event: DiversityValueSet, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO diversity_fields (user_id, work_id, dimension, value) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, work_id, dimension) DO UPDATE SET value = excluded.value
      """, .text(user), .text(event.workId), .text(event.dimension.rawValue), .text(event.value))
  }

  /// Returns whether this is the first award: each work and dimension has at most one.
  static func award(_ event: DiversityValueSet, to user: String, _ transaction: Transaction) throws -> Bool {
    try transaction.change(
      """
      UPDATE diversity_fields SET awarded_at = $4
      WHERE user_id = $1 AND work_id = $2 AND dimension = $3 AND awarded_at IS NULL
      """, .text(user), .text(event.workId), .text(event.dimension.rawValue), .integer(event.at.seconds)) > 0
  }

  static func clear(_ event: DiversityValueCleared, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE diversity_fields SET value = NULL WHERE user_id = $1 AND work_id = $2 AND dimension = $3",
      .text(user), .text(event.workId), .text(event.dimension.rawValue))
  }

  /// Keeps the awards.
  static func clearAll(_ user: String, workId: String, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE diversity_fields SET value = NULL WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId))
  }

  /// Returns the number of diversity events of a work.
  static func version(_ user: String, workId: String, _ rows: Rows) throws -> Int {
    try rows.first(
      "SELECT version FROM diversity_versions WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId)
    ) { $0.int(0) } ?? 0
  }

  static func countUp(_ user: String, workId: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO diversity_versions (user_id, work_id, version) VALUES ($1, $2, 1)
      ON CONFLICT (user_id, work_id) DO UPDATE SET version = diversity_versions.version + 1
      """, .text(user), .text(workId))
  }
}

extension DiversityStore {
  static let audited = [
    AuditedTable(
      name: "diversity_fields", keyColumns: 2,
      rows: """
        SELECT work_id, dimension, value, awarded_at FROM diversity_fields
        WHERE user_id = $1 ORDER BY work_id, dimension
        """,
      orphans: "SELECT DISTINCT user_id FROM diversity_fields WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM diversity_fields WHERE user_id = $1"),
    AuditedTable(
      name: "diversity_versions", keyColumns: 1,
      rows: "SELECT work_id, version FROM diversity_versions WHERE user_id = $1 ORDER BY work_id",
      orphans: "SELECT DISTINCT user_id FROM diversity_versions WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM diversity_versions WHERE user_id = $1"),
  ]
}
