/// One engine and one database of it. `Database` orders what is asked and answers it; a driver knows how its engine is
/// opened, and how its schema is made and inspected. `DatabaseAddress` names each driver once.
protocol Driver: Sendable {
  /// Whether there is a database, be it damaged or empty.
  var isThere: Bool { get }

  /// Makes the database where there is none, asserts that a commit is durable when it returns, and brings the schema up
  /// to the last of `migrations`. Throws `newerSchema` where a later program has been here.
  func prepare(_ migrations: [Migration]) throws

  /// A connection that writes: a commit is durable when it returns.
  func openWriter() throws -> any Connection

  /// A connection that reads, beside the one that writes.
  func openReader() throws -> any Connection

  /// A connection that reads a database as it is found, which may be another process's, and makes nothing.
  func openFound() throws -> any Connection
}

/// One connection with its prepared statements. It belongs to one thread, which may block on it; when it is released,
/// what is open on it ends.
protocol Connection: AnyObject {
  /// Whether no transaction is open: an engine may have ended one after a failure.
  var isIdle: Bool { get }

  /// A driver may send a step together with the statement that follows; `commit` alone has to wait for its answer.
  func perform(_ step: TransactionStep) throws

  /// Gives `sql` its values and hands each row to `row` until that says false.
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws

  /// Runs a statement that yields no rows; returns how many it changed.
  func run(_ sql: SQL, _ values: [Value]) throws -> Int

  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor

  /// What is wrong with the database as such, to the engine, and as what `migrations` make.
  func findings(_ migrations: [Migration]) throws -> [String]
}

/// What a connection is asked to do with its transaction.
enum TransactionStep {
  /// Begins a transaction that sees one state of the database.
  case beginReading
  case beginWriting
  /// Marks the place that `undoCommand` goes back to.
  case beginCommand
  case endCommand
  case undoCommand
  case commit
  case rollback
}

/// The columns of the row that a statement is at, by position, as the engine holds them.
protocol RowColumns {
  func isNull(_ column: Int32) -> Bool
  func integer(_ column: Int32) -> Int64
  func real(_ column: Int32) -> Double
  /// UTF-8, until the statement goes on.
  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8>
  /// Until the statement goes on.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}

/// The rows of one statement, one at a time. It belongs to its transaction, and to one thread.
public protocol RowCursor: AnyObject {
  /// Nil at the end.
  func next() throws -> [Value]?
}
