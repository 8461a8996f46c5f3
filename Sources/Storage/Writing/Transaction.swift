/// What a command changes. It lives inside a group's transaction, behind a savepoint of its own: where the command
/// throws, all it did is undone, and the others of the group stay.
public final class Transaction {
  /// The state that the command sees: its own changes, and those of the commands before it.
  public let rows: Rows
  private(set) var publications: [@Sendable () -> Void] = []
  private(set) var hasWritten = false
  private(set) var witness: Query?

  init(connection: any Connection) {
    rows = Rows(connection: connection)
  }

  /// Runs a statement. A driver may send it later, with what comes next: what is wrong with it then fails the commit.
  public func run(_ sql: SQL, _ values: Value...) throws {
    hasWritten = true
    try rows.connection.run(sql, values)
  }

  /// Runs a statement, and says how many rows it changed, which is waited for.
  public func change(_ sql: SQL, _ values: Value...) throws -> Int {
    hasWritten = true
    return try rows.connection.change(sql, values)
  }

  /// Yields a row if and only if this command was committed: asked where the connection was lost during the commit.
  public func isWitnessed(by query: Query) {
    witness = query
  }

  /// Runs `body` when the group is on the disk, and before the command is answered; never if it is not committed. So
  /// what is published in memory is never ahead of the disk, and never behind an answer.
  public func afterCommit(_ body: @escaping @Sendable () -> Void) {
    publications.append(body)
  }
}
