import CSQLite

final class SQLiteCursor: RowCursor {
  private let connection: SQLiteConnection
  private let statement: OpaquePointer
  private let sql: SQL
  private var isAtEnd = false

  init(_ connection: SQLiteConnection, _ sql: SQL, _ values: [Value]) throws {
    self.connection = connection
    self.sql = sql
    statement = try connection.prepareSeparate(sql, values)
  }

  deinit {
    sqlite3_finalize(statement)
  }

  func next() throws -> [Value]? {
    guard !isAtEnd, try connection.step(statement, of: sql) else {
      isAtEnd = true
      return nil
    }
    return SQLiteColumns(statement: statement).values
  }
}
