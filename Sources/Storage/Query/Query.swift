/// A read that a command starts with and that is known before the command runs. A remote driver sends the queries of a
/// whole group at once.
public struct Query: Hashable, Sendable {
  let sql: SQL
  let values: [Value]
  /// Whether the rows are locked for this command until its transaction ends, including against other hosts.
  let isLocking: Bool

  public init(_ sql: SQL, _ values: Value..., isLocking: Bool = false) {
    self.sql = sql
    self.values = values
    self.isLocking = isLocking
  }
}
