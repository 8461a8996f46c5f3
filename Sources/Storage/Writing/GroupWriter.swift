/// Writes to a local engine. Each command of a group runs after a savepoint in one transaction and completes after the
/// sync of the commit.
struct GroupWriter {
  private let driver: any Driver
  /// Nil before the first group, and after a transaction that could neither be committed nor rolled back.
  private var ready: (any Connection)?

  init(_ driver: any Driver) {
    self.driver = driver
  }

  /// Some failures end the whole transaction. The remaining commands then run in another one.
  mutating func write(_ group: [any Command]) {
    do {
      let connection = try ready ?? driver.openWriter()
      var rest = group[...]
      while !rest.isEmpty { rest = attempt(rest, on: connection) }
      ready = connection.isIdle ? connection : nil
    } catch {
      // The database could not be opened. The next group retries.
      for command in group { command.complete(with: error) }
    }
  }

  /// Runs one transaction. Commands complete only after the commit: a rejection is valid only if the rows it was based
  /// on are kept. Returns the commands that have not completed.
  private func attempt(_ group: ArraySlice<any Command>, on connection: any Connection) -> ArraySlice<any Command> {
    do {
      try connection.perform(.beginWriting)
    } catch {
      for command in group { command.complete(with: error) }
      return []
    }
    var ran: [RanCommand] = []
    ran.reserveCapacity(group.count)
    for (index, command) in zip(group.indices, group) {
      let transaction = Transaction(connection: connection)
      do {
        try connection.perform(.beginCommand)
        try command.perform(in: transaction)
        try connection.perform(.endCommand)
        ran.append(RanCommand(command, transaction))
      } catch {
        guard undo(on: connection) else {
          // The transaction is lost with the effects of all its commands. This command may be the cause.
          for earlier in ran { earlier.command.complete(with: lost(error)) }
          command.complete(with: (error as? DatabaseError)?.isTransient == true ? error : lost(error))
          return group[(index + 1)...]
        }
        ran.append(RanCommand(command, undoneBy: error))
      }
    }
    do {
      try connection.perform(.commit)
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      for one in ran { one.command.complete(with: lost(error)) }
      return []
    }
    ran.complete()
    return []
  }

  /// Rolls back the current command. Returns false if the whole transaction is lost.
  private func undo(on connection: any Connection) -> Bool {
    guard !connection.isIdle else { return false }
    do {
      try connection.perform(.undoCommand)
      return true
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      return false
    }
  }

  private func lost(_ error: any Error) -> DatabaseError {
    DatabaseError(
      .notCommitted, "the transaction of this command was rolled back: \(error)", cause: (error as? DatabaseError)?.code
    )
  }
}
