/// The changes of one command. If the command throws, its savepoint is rolled back and the rest of the group is kept.
public final class Transaction {
  /// Shows the changes of this command and of earlier ones.
  public let rows: Rows
  private(set) var publications: [@Sendable () -> Void] = []
  private(set) var hasWritten = false
  private(set) var commitProof: Query?

  init(connection: any Connection) {
    rows = Rows(connection: connection)
  }

  /// Runs a statement. A driver may send it later, so an error may appear only at the commit.
  public func run(_ sql: SQL, _ values: Value...) throws {
    hasWritten = true
    try rows.connection.run(sql, values)
  }

  /// Runs a statement and returns the number of changed rows.
  public func change(_ sql: SQL, _ values: Value...) throws -> Int {
    hasWritten = true
    return try rows.connection.change(sql, values)
  }

  /// Sets a query that yields a row only if this command was committed. It is used after a connection is lost during a
  /// commit.
  public func setCommitProof(_ query: Query) {
    commitProof = query
  }

  /// Runs `body` after the commit and before the command completes, and never without a commit. State in memory is
  /// therefore never ahead of the disk and never older than an acknowledged write.
  public func afterCommit(_ body: @escaping @Sendable () -> Void) {
    publications.append(body)
  }
}
