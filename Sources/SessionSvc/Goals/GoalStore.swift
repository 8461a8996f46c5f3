import Domain
import Proto
import Storage

enum GoalStore {
  static func history(_ user: String, _ type: GoalType, _ rows: Rows) throws -> GoalHistory {
    try rows.first(
      "SELECT target, history FROM goals WHERE user_id = $1 AND type = $2", .text(user), .text(type.rawValue)
    ) { row in
      row.isNull(1) ? GoalHistory(row.int(0)) : try row.stored(GoalHistory.self, 1)
    } ?? GoalHistory(nil)
  }

  /// A row has the current target, which may be the default, and the history unless the target has always applied. A
  /// goal that always had the default has no row.
  static func save(
    _ history: GoalHistory, for type: GoalType, of user: String, _ transaction: Transaction
  ) throws {
    guard history != GoalHistory(nil) else { return try delete(user, type, transaction) }
    try transaction.run(
      """
      INSERT INTO goals (user_id, type, target, history) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, type) DO UPDATE SET target = excluded.target, history = excluded.history
      """, .text(user), .text(type.rawValue), .integer(history.current ?? type.defaultTarget),
      history.isConstant ? .null : .bytes(try CBOREncoder.encode(history)))
  }

  private static func delete(_ user: String, _ type: GoalType, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM goals WHERE user_id = $1 AND type = $2", .text(user), .text(type.rawValue))
  }
}

extension GoalStore {
  static let audited = AuditedTable(
    name: "goals", keyColumns: 1, rows: "SELECT type, target, history FROM goals WHERE user_id = $1 ORDER BY type",
    orphans: "SELECT DISTINCT user_id FROM goals WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM goals WHERE user_id = $1")
}
