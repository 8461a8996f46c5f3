/// One engine and one database of it. `Database` orders what is asked and answers it; a driver knows how its engine is
/// opened, and how its schema is made and inspected. `DatabaseAddress` names each driver once.
protocol Driver: Sendable {
  /// How many connections write, and how many read.
  var writers: Int { get }
  var readers: Int { get }

  /// Whether what failed with the connection, or with another host in the way, is tried again: each command once.
  var isRemote: Bool { get }

  /// Whether there is a database, be it damaged or empty.
  var isThere: Bool { get }

  /// Makes the database where there is none, asserts that a commit is durable when it returns, and brings the schema up
  /// to the last of `migrations`. Throws `newerSchema` where a later program has been here.
  func prepare(_ migrations: [Migration]) throws

  /// A connection that writes: a commit is durable when it returns.
  func openWriter() throws -> any Connection

  /// A connection that reads, beside the one that writes.
  func openReader() throws -> any Connection

  /// A connection for short messages between the processes that work on the database; nil where one works alone.
  func openMessages() throws -> (any MessageLink)?

  /// A connection that reads a database as it is found, which may be another process's, and makes nothing.
  func openFound() throws -> any Connection

  /// The one connection of a move, which nothing else works beside. The schema is made, or brought up to date; throws
  /// where there are tables that no step makes.
  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection

  /// Removes what deleted rows have left behind in the engine's files. It blocks, and writers wait for it.
  func scrub() throws

  /// The same database to be read alone and as `migrations` make it: nothing of it is changed, be it of an earlier
  /// program.
  func inspecting(_ migrations: [Migration]) -> any Driver

  /// Writes one state of the database into a file of SQLite that is there and empty, in small steps, and with nothing
  /// of what was deleted. Commands and reads go on beside it.
  func copy(to path: String) throws
}

extension Driver {
  func openMessages() throws -> (any MessageLink)? { nil }

  func inspecting(_ migrations: [Migration]) -> any Driver { self }

  func copy(to path: String) throws {
    throw DatabaseError(.misuse, "a database of a server is backed up with the server's own tools")
  }
}

/// One connection with its prepared statements. It belongs to one thread, which may block on it; when it is released,
/// what is open on it ends.
protocol Connection: AnyObject {
  /// Whether no transaction is open: an engine may have ended one after a failure. A connection that was lost is never
  /// idle.
  var isIdle: Bool { get }

  /// A driver may send a step together with the statement that follows; `commit` alone has to wait for its answer.
  func perform(_ step: TransactionStep) throws

  /// The queries of the commands that follow in this transaction, in their order.
  func expect(_ queries: [[Query]]) throws

  /// Looks that follow in this transaction of a reader.
  func ask(_ queries: [Query]) throws

  /// Hands each row of a query to `row` until that says false.
  func all(_ query: Query, _ row: (Row) throws -> Bool) throws

  /// Gives `sql` its values and hands each row to `row` until that says false. All rows may be fetched at once.
  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws

  /// As `all`, of a result that may be long: no more rows are fetched than a little further than `row` goes.
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws

  /// Runs a statement that yields no rows. A driver may send it later, together with what follows.
  func run(_ sql: SQL, _ values: [Value]) throws

  /// Runs a statement that yields no rows; returns how many it changed.
  func change(_ sql: SQL, _ values: [Value]) throws -> Int

  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor

  /// All tables that are there, also those of other programs.
  func tableNames() throws -> Set<String>

  /// What is wrong with the database as such, to the engine, and as what `migrations` make.
  func findings(_ migrations: [Migration]) throws -> [String]
}

/// Messages to and from the other processes. It belongs to one thread.
protocol MessageLink: AnyObject {
  /// Readable when something may have come.
  var descriptor: Int32 { get }

  func send(_ text: String) throws

  /// What has come from others since the last time, without waiting; throws where the connection is lost.
  func receive() throws -> [String]
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
  /// Has the commit wait until all that was committed before it is as durable as itself.
  case confirm
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
