/// What the owner of the schema knows of its rows, asked while they are moved. What it finds in the source it throws as
/// `DamagedSource`, what did not arrive as it was as `MoveFailure`.
public protocol MoveCheck: AnyObject {
  /// Before anything is copied.
  func source(_ rows: Rows) throws

  /// Before a user's rows are copied.
  func source(user: String, _ rows: Rows) throws

  /// A row that was read from the target, those of a user one after another; before the user is committed.
  func arrived(_ row: [Value], of table: String, user: String) throws
  func arrived(user: String) throws
}

/// What was moved.
public struct MoveReport: Sendable {
  public var source: String
  public var target: String
  /// How many rows each table has now, in the order of their making.
  public var tables: [(name: String, rows: Int)]
  /// Whether a move before this one had already done all.
  public var wasDone = false

  public var rows: Int { tables.map(\.rows).reduce(0, +) }
}
