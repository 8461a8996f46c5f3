/// Writes to a local engine. The commands of a group run in one transaction and complete after the sync of the commit.
///
/// A savepoint costs a copy of each page that the command changes first. So commands run without savepoints until one
/// fails. The group is then rolled back and runs again with a savepoint for each command, and so do the next groups for
/// a while: the rejected writes of one client must not make the writes of all users run twice.
struct GroupWriter {
  private let driver: any Driver
  /// Until then, each command runs after a savepoint.
  private var savepointsUntil = 0
  /// Nil before the first group, and after a transaction that could neither be committed nor rolled back.
  private var ready: (any Connection)?

  init(_ driver: any Driver) {
    self.driver = driver
  }

  /// Some failures end the whole transaction. The remaining commands then run in another one.
  mutating func write(_ group: [any Command]) {
    do {
      let connection = try ready ?? driver.openWriter()
      var rest = runTogether(group, on: connection) ? [] : group[...]
      while !rest.isEmpty { rest = attempt(rest, on: connection) }
      ready = connection.isIdle ? connection : nil
    } catch {
      // The database could not be opened. The next group retries.
      for command in group { command.complete(with: error) }
    }
  }

  /// Runs the commands in one transaction without savepoints. Returns false if none of them has completed, because they
  /// must run with savepoints.
  private mutating func runTogether(_ group: [any Command], on connection: any Connection) -> Bool {
    guard group.count == 1 || monotonicNanoseconds() >= savepointsUntil else { return false }
    guard begin(group[...], on: connection) else { return true }
    var ran: [RanCommand] = []
    ran.reserveCapacity(group.count)
    do {
      for command in group {
        let transaction = Transaction(connection: connection)
        try command.perform(in: transaction)
        // SQLite rolls back by itself after some failures. A command that has caught the failure must not hide that.
        if connection.isIdle { throw DatabaseError(.notCommitted, "the database has rolled back the transaction") }
        ran.append(RanCommand(command, transaction))
      }
    } catch {
      let isRolledBack = !connection.isIdle && (try? connection.perform(.rollback)) != nil
      if isRolledBack, group.count == 1 {
        group[0].complete(with: error)
        return true
      }
      savepointsUntil = monotonicNanoseconds() + StorageLimits.savepointNanoseconds
      return false
    }
    commit(ran, on: connection)
    return true
  }

  /// Begins a transaction. If that fails, the commands complete with the error.
  private func begin(_ group: ArraySlice<any Command>, on connection: any Connection) -> Bool {
    do {
      try connection.perform(.beginWriting)
      return true
    } catch {
      for command in group { command.complete(with: error) }
      return false
    }
  }

  private func commit(_ ran: [RanCommand], on connection: any Connection) {
    do {
      try connection.perform(.commit)
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      for one in ran { one.command.complete(with: lost(error)) }
      return
    }
    ran.complete()
  }

  /// Runs one transaction with savepoints. Commands complete only after the commit: a rejection is valid only if the
  /// rows it was based on are kept. Returns the commands that have not completed.
  private func attempt(_ group: ArraySlice<any Command>, on connection: any Connection) -> ArraySlice<any Command> {
    guard begin(group, on: connection) else { return [] }
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
    commit(ran, on: connection)
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
