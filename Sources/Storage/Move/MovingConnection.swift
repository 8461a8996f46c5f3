/// A connection of a move: nothing else works on the database for as long as it lives. Its statements are made of what
/// the migrations say of a table.
protocol MovingConnection: Connection {
  /// Where the database is, for a person, and without what is secret.
  var place: String { get }

  /// Reads a table's rows as they lie, a few at a time.
  func cursor(made text: String, _ values: [Value]) throws -> any RowCursor

  /// Runs a statement that yields no rows; it may be sent later, together with what follows.
  func run(made text: String, _ values: [Value]) throws

  /// In the transaction that is open: nobody else changes these tables until it ends.
  func keepUnchanged(_ tables: [Table]) throws

  /// What the engine has to know of tables that were filled at once.
  func settleIn(_ tables: [Table]) throws
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
