/// The rows of one statement, fetched in batches, so that the server stops when the reader does.
final class PostgreSQLCursor: RowCursor {
  private let connection: PostgreSQLConnection
  private let name: String
  private var batch: PostgreSQLResult?
  private var place: Int32 = 0
  private var size = StorageLimits.firstRowsPerFetch
  private var isAtEnd = false

  convenience init(_ connection: PostgreSQLConnection, _ sql: SQL, _ values: [Value]) throws {
    try self.init(connection, dynamic: sql.description, values)
  }

  init(_ connection: PostgreSQLConnection, dynamic text: String, _ values: [Value]) throws {
    self.connection = connection
    name = try connection.declare(text, values)
  }

  /// Returns the next batch, or nil at the end.
  func nextBatch() throws -> PostgreSQLResult? {
    guard !isAtEnd else { return nil }
    let found = try connection.fetch(size, from: name)
    if Int(found.count) < size { try close() }
    size = StorageLimits.rowsPerFetch
    return found.count > 0 ? found : nil
  }

  func next() throws -> [Value]? {
    if let batch, place < batch.count {
      place += 1
      return batch.row(place - 1).values
    }
    batch = try nextBatch()
    place = 0
    return batch == nil ? nil : try next()
  }

  /// Closes the cursor early. Open cursors end with the transaction.
  func close() throws {
    guard !isAtEnd else { return }
    isAtEnd = true
    try connection.close(cursor: name)
  }
}
