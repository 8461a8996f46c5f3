/// A question that a command begins with, known before the command runs: a driver whose engine is behind a network
/// sends those of a whole group at once.
public struct Query: Hashable, Sendable {
  let sql: SQL
  let values: [Value]
  /// Whether the rows are this command's alone until its transaction ends, also against other hosts.
  let isLocking: Bool

  public init(_ sql: SQL, _ values: Value..., isLocking: Bool = false) {
    self.sql = sql
    self.values = values
    self.isLocking = isLocking
  }
}
