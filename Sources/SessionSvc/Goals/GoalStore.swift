import Domain
import Storage

enum GoalStore {
  /// Returns nil if the default target applies.
  static func target(_ user: String, _ type: GoalType, _ rows: Rows) throws -> Int? {
    try rows.first(
      "SELECT target FROM goals WHERE user_id = $1 AND type = $2", .text(user), .text(type.rawValue)
    ) { $0.int(0) }
  }

  static func save(_ target: Int, for type: GoalType, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO goals (user_id, type, target) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, type) DO UPDATE SET target = excluded.target
      """, .text(user), .text(type.rawValue), .integer(target))
  }

  static func delete(_ user: String, _ type: GoalType, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM goals WHERE user_id = $1 AND type = $2", .text(user), .text(type.rawValue))
  }
}

extension GoalStore {
  static let audited = AuditedTable(
    name: "goals", keyColumns: 1, rows: "SELECT type, target FROM goals WHERE user_id = $1 ORDER BY type",
    orphans: "SELECT DISTINCT user_id FROM goals WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM goals WHERE user_id = $1")
}
