/// The only connection to a database during a move. Its statements are built from the migrations.
protocol MovingConnection: Connection {
  /// The location of the database as shown to a person, without secrets.
  var place: String { get }

  /// Reads the rows in small batches.
  func cursor(dynamic text: String, _ values: [Value]) throws -> any RowCursor

  /// Runs a statement without a result. It may be sent later, together with the next one.
  func run(dynamic text: String, _ values: [Value]) throws

  /// Locks these tables against changes until the open transaction ends.
  func lockAgainstWrites(_ tables: [Table]) throws

  /// Updates the engine's statistics after tables were filled in bulk.
  func refreshStatistics(_ tables: [Table]) throws
}

extension MovingConnection {
  /// Runs `body` in a transaction.
  func writing<T>(_ body: () throws -> T) throws -> T {
    try perform(.beginWriting)
    do {
      let result = try body()
      try perform(.commit)
      return result
    } catch {
      if !isIdle { try? perform(.rollback) }
      throw error
    }
  }
}
