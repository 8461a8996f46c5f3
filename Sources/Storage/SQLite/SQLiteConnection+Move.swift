import CSQLite

/// A statement built at run time, with the positions of `$1`, `$2` …. The connection must outlive it.
final class DynamicStatement {
  let handle: OpaquePointer
  private let text: String
  private let positions: [Int32]
  private unowned let connection: SQLiteConnection

  init(_ text: String, _ connection: SQLiteConnection) throws {
    self.text = text
    self.connection = connection
    let handle = try connection.prepare(dynamic: text)
    self.handle = handle
    positions = (0..<sqlite3_bind_parameter_count(handle)).map { sqlite3_bind_parameter_index(handle, "$\($0 + 1)") }
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [Value]) throws {
    for (position, value) in zip(positions, values) {
      let code = connection.bind(value, at: position, of: handle)
      if code != SQLITE_OK { throw connection.failure(code, text) }
    }
  }

  /// Returns false after the last row.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.failure(code, text) }
    return code == SQLITE_ROW
  }
}

private final class DynamicCursor: RowCursor {
  private let statement: DynamicStatement
  private var isAtEnd = false

  init(_ statement: DynamicStatement) {
    self.statement = statement
  }

  func next() throws -> [Value]? {
    guard !isAtEnd, try statement.step() else {
      isAtEnd = true
      return nil
    }
    return SQLiteColumns(statement: statement.handle).strictValues
  }
}

/// The write lock keeps the source unchanged.
extension SQLiteConnection: MovingConnection {
  var place: String {
    String(cString: sqlite3_db_filename(handle, "main"))
  }

  func cursor(dynamic text: String, _ values: [Value]) throws -> any RowCursor {
    let statement = try DynamicStatement(text, self)
    try statement.bind(values)
    return DynamicCursor(statement)
  }

  func run(dynamic text: String, _ values: [Value]) throws {
    let statement = try dynamicStatements[text] ?? DynamicStatement(text, self)
    dynamicStatements[text] = statement
    defer { sqlite3_reset(statement.handle) }
    try statement.bind(values)
    while try statement.step() {}
  }

  func lockAgainstWrites(_ tables: [Table]) {}
  func refreshStatistics(_ tables: [Table]) {}
}
