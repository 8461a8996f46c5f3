/// The schema owner's checks during a move. They throw `DamagedSource` for damage in the source and `MoveFailure` for
/// rows that arrived changed.
public protocol MoveCheck: AnyObject {
  /// Called before anything is copied.
  func source(_ rows: Rows) throws

  /// Called before a user's rows are copied.
  func source(user: String, _ rows: Rows) throws

  /// Called for each row that was read from the target, user by user, before the commit.
  func arrived(_ row: [Value], of table: String, user: String) throws
  func arrived(user: String) throws
}

/// The result of a move.
public struct MoveReport: Sendable {
  public var source: String
  public var target: String
  /// The rows of each table, in the order in which the tables were created.
  public var tables: [(name: String, rows: Int)]
  /// Whether an earlier run had already moved everything.
  public var wasDone = false

  public var rows: Int { tables.map(\.rows).reduce(0, +) }
}
