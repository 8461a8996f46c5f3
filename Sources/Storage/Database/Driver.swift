/// One engine and one of its databases. `Database` schedules the work; a driver opens connections, migrates the schema
/// and inspects it.
protocol Driver: Sendable {
  /// The number of connections that write, and of those that read.
  var writers: Int { get }
  var readers: Int { get }

  /// Whether commands are retried one by one after a lost connection or a conflict with another host.
  var isRemote: Bool { get }

  /// Whether a database exists, even if it is damaged or empty.
  var exists: Bool { get }

  /// Creates the database if it does not exist, asserts that commits are durable and applies missing `migrations`.
  /// Throws `newerSchema` if a later program has written it.
  func prepare(_ migrations: [Migration]) throws

  /// Opens a connection that writes. A commit is durable when it returns.
  func openWriter() throws -> any Connection

  /// Opens a connection that reads while others write.
  func openReader() throws -> any Connection

  /// Opens a connection for messages between processes, or returns nil if only one process can use the database.
  func openMessages() throws -> (any MessageLink)?

  /// Opens an existing database read-only, even if another process owns it. Creates nothing.
  func openExisting() throws -> any Connection

  /// Opens the only connection during a move and migrates the schema. Throws if the database has tables that no
  /// migration creates.
  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection

  /// Removes the remains of deleted rows from the engine's files. Blocks, and writers wait.
  func scrub() throws

  /// Returns a read-only driver that shows the database as `migrations` define it, and changes nothing.
  func inspecting(_ migrations: [Migration]) -> any Driver

  /// Writes one state of the database, without deleted data, into an existing empty SQLite file. Works in small steps,
  /// so commands and reads continue.
  func copy(to path: String) throws
}

extension Driver {
  func openMessages() throws -> (any MessageLink)? { nil }

  func inspecting(_ migrations: [Migration]) -> any Driver { self }

  func copy(to path: String) throws {
    throw DatabaseError(.misuse, "cannot copy a server's database; use the server's backup tools")
  }
}

/// One connection with its prepared statements. It belongs to one thread, which it may block. When it is released, its
/// open transaction ends.
protocol Connection: AnyObject {
  /// Whether no transaction is open. An engine may end a transaction after a failure. A lost connection is never idle.
  var isIdle: Bool { get }

  /// Performs a step. A driver may delay a step until the next statement; only `commit` waits for the result.
  func perform(_ step: TransactionStep) throws

  /// Announces the first queries of the commands that follow in this transaction, in order.
  func expect(_ queries: [[Query]]) throws

  /// Announces queries that follow in this read transaction, or that the current command makes before its next write.
  func prefetch(_ queries: [Query]) throws

  /// Passes each row of a query to `row` until it returns false.
  func all(_ query: Query, _ row: (Row) throws -> Bool) throws

  /// Passes each row of `sql` to `row` until it returns false. May fetch all rows at once.
  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws

  /// Like `all`, for a long result: fetches only a little more than `row` reads.
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws

  /// Runs a statement without a result. A driver may send it later, together with the next one.
  func run(_ sql: SQL, _ values: [Value]) throws

  /// Runs a statement and returns the number of changed rows.
  func change(_ sql: SQL, _ values: [Value]) throws -> Int

  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor

  /// The names of all tables, including those of other programs.
  func tableNames() throws -> Set<String>

  /// Whether there is a table with this name, which must be a part of the code.
  func hasTable(_ name: StaticString) throws -> Bool

  /// Reports damage that the engine finds, and differences from the schema of `migrations`.
  func findings(_ migrations: [Migration]) throws -> [String]
}

/// Messages to and from other processes. It belongs to one thread.
protocol MessageLink: AnyObject {
  /// Becomes readable when a message may have arrived.
  var descriptor: Int32 { get }

  func send(_ text: String) throws

  /// Returns the messages that have arrived, without waiting. Throws if the connection is lost.
  func receive() throws -> [String]
}

/// A step of a connection's transaction.
enum TransactionStep {
  /// Begins a transaction that sees one state of the database.
  case beginReading
  case beginWriting
  /// Sets the savepoint of `undoCommand`.
  case beginCommand
  case endCommand
  case undoCommand
  /// Makes the commit wait until every earlier commit is as durable as this one.
  case confirm
  case commit
  case rollback
}

/// The columns of a statement's current row, by position.
protocol RowColumns {
  func isNull(_ column: Int32) -> Bool
  func integer(_ column: Int32) -> Int64
  func real(_ column: Int32) -> Double
  /// UTF-8, valid until the statement advances.
  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8>
  /// Valid until the statement advances.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}

/// The rows of one statement, one at a time. It belongs to its transaction and to one thread.
public protocol RowCursor: AnyObject {
  /// Returns nil after the last row.
  func next() throws -> [Value]?
}
