import CSQLite

/// The rows of one statement, one at a time. It belongs to its transaction, and to one thread.
public final class RowCursor {
  private let connection: Connection
  private let statement: OpaquePointer
  private let sql: SQL
  private var isAtEnd = false

  init(_ connection: Connection, _ sql: SQL, _ values: [Value]) throws {
    self.connection = connection
    self.sql = sql
    statement = try connection.opened(sql, values)
  }

  deinit {
    sqlite3_finalize(statement)
  }

  /// Nil at the end.
  public func next() throws -> [Value]? {
    guard !isAtEnd, try connection.step(statement, of: sql) else {
      isAtEnd = true
      return nil
    }
    return Row(statement: statement).values
  }
}
