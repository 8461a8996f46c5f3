import CSQLite

/// A statement in words that were made here, with where its `$1`, `$2` … are. Its connection outlives it.
final class MadeStatement {
  let handle: OpaquePointer
  private let text: String
  private let positions: [Int32]
  private unowned let connection: SQLiteConnection

  init(_ text: String, _ connection: SQLiteConnection) throws {
    self.text = text
    self.connection = connection
    let handle = try connection.prepare(made: text)
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

  /// False at the end of the rows.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.failure(code, text) }
    return code == SQLITE_ROW
  }
}

private final class MadeCursor: RowCursor {
  private let statement: MadeStatement
  private var isAtEnd = false

  init(_ statement: MadeStatement) {
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

/// The write lock keeps the file as it is while it is the source.
extension SQLiteConnection: MovingConnection {
  var place: String {
    String(cString: sqlite3_db_filename(handle, "main"))
  }

  func cursor(made text: String, _ values: [Value]) throws -> any RowCursor {
    let statement = try MadeStatement(text, self)
    try statement.bind(values)
    return MadeCursor(statement)
  }

  func run(made text: String, _ values: [Value]) throws {
    let statement = try made[text] ?? MadeStatement(text, self)
    made[text] = statement
    defer { sqlite3_reset(statement.handle) }
    try statement.bind(values)
    while try statement.step() {}
  }

  func keepUnchanged(_ tables: [Table]) {}
  func settleIn(_ tables: [Table]) {}
}
