/// Reads from one state of the database.
public struct Rows {
  let connection: any Connection

  /// Returns the first row of `sql`, or nil if there is none.
  public func first<T>(_ sql: SQL, _ values: Value..., as make: (Row) throws -> T) throws -> T? {
    try first(sql, values: values, as: make)
  }

  public func first<T>(_ sql: SQL, values: [Value], as make: (Row) throws -> T) throws -> T? {
    var found: T?
    try connection.all(sql, values) { row in
      found = try make(row)
      return false
    }
    return found
  }

  /// Returns the first row of a query, or nil if there is none.
  public func first<T>(_ query: Query, as make: (Row) throws -> T) throws -> T? {
    var found: T?
    try connection.all(query) { row in
      found = try make(row)
      return false
    }
    return found
  }

  /// Sends these queries at once if that saves time. `first` then finds their results.
  public func prefetch(_ queries: [Query]) throws {
    try connection.prefetch(queries)
  }

  /// Returns all rows in the order of the statement. The caller limits their number.
  public func all<T>(_ sql: SQL, _ values: Value..., as make: (Row) throws -> T) throws -> [T] {
    var found: [T] = []
    try connection.all(sql, values) { row in
      found.append(try make(row))
      return true
    }
    return found
  }

  /// Returns the rows one at a time, for a caller that compares two results.
  public func cursor(_ sql: SQL, _ values: Value...) throws -> any RowCursor {
    try connection.cursor(sql, values)
  }

  /// The applied migrations, in order.
  public func schemaSteps() throws -> [(Int, String)] {
    try all("SELECT number, name FROM schema_steps ORDER BY number") { ($0.int(0), $0.text(1)) }
  }

  /// Reports damage that the engine finds, and differences from the schema of `migrations`. Returns an empty list for a
  /// sound database.
  public func engineFindings(_ migrations: [Migration]) throws -> [String] {
    try connection.findings(migrations)
  }

  /// Passes each row of a long result to `body` until it returns false.
  public func each(_ sql: SQL, _ values: Value..., body: (Row) throws -> Bool) throws {
    try connection.each(sql, values, body)
  }
}
