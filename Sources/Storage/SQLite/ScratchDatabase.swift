/// Temporary tables for a computation, always local. It belongs to one thread.
public final class ScratchDatabase {
  private let connection: SQLiteConnection
  public let transaction: Transaction

  public init(migrations: [Migration]) throws {
    connection = try SQLiteDriver.openScratch(migrations: migrations)
    transaction = Transaction(connection: connection)
    try connection.script("BEGIN")
  }

  public var rows: Rows { transaction.rows }
}
