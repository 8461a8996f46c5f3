/// Tables for a computation: seen by nobody else, and gone with it. It belongs to one thread.
public final class ScratchDatabase {
  private let connection: Connection
  public let transaction: Transaction

  public init(migrations: [Migration]) throws {
    connection = try SQLiteFile.openScratch(migrations: migrations)
    transaction = Transaction(connection: connection)
    try connection.script("BEGIN")
  }

  public var rows: Rows { transaction.rows }
}
