/// What can be asked of the database: everything asked through one value is answered from one state of it.
public struct Rows {
  let connection: any Connection

  /// The first row that `sql` yields, nil where there is none.
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

  /// The first row that a query yields.
  public func first<T>(_ query: Query, as make: (Row) throws -> T) throws -> T? {
    var found: T?
    try connection.all(query) { row in
      found = try make(row)
      return false
    }
    return found
  }

  /// Asks all these at once, where that saves time; each is then found by `first`.
  public func ask(_ queries: [Query]) throws {
    try connection.ask(queries)
  }

  /// All rows, in the order of the statement; `LIMIT` is the caller's care.
  public func all<T>(_ sql: SQL, _ values: Value..., as make: (Row) throws -> T) throws -> [T] {
    var found: [T] = []
    try connection.all(sql, values) { row in
      found.append(try make(row))
      return true
    }
    return found
  }

  /// The rows one at a time, for a caller that goes through two results side by side.
  public func cursor(_ sql: SQL, _ values: Value...) throws -> any RowCursor {
    try connection.cursor(sql, values)
  }

  /// The steps of the schema that the database has taken, in their order.
  public func schemaSteps() throws -> [(Int, String)] {
    try all("SELECT number, name FROM schema_steps ORDER BY number") { ($0.int(0), $0.text(1)) }
  }

  /// What is wrong with the database as such, whatever its rows mean: to the engine, and as what `migrations` make.
  /// Empty where all is well.
  public func engineFindings(_ migrations: [Migration]) throws -> [String] {
    try connection.findings(migrations)
  }

  /// Row by row of a result that may be long, until `body` says false.
  public func each(_ sql: SQL, _ values: Value..., body: (Row) throws -> Bool) throws {
    try connection.each(sql, values, body)
  }
}
