/// Writes to an engine in this process: each command runs behind a savepoint in one transaction, and is answered when
/// the one sync at its end has returned.
struct GroupWriter {
  private let driver: any Driver
  /// Nil until the first group, and after a transaction that could neither be committed nor rolled back.
  private var ready: (any Connection)?

  init(_ driver: any Driver) {
    self.driver = driver
  }

  /// Some failures end the whole transaction; what had not run by then goes into another.
  mutating func write(_ group: [any Command]) {
    do {
      let connection = try ready ?? driver.openWriter()
      var rest = group[...]
      while !rest.isEmpty { rest = attempt(rest, on: connection) }
      ready = connection.isIdle ? connection : nil
    } catch {
      // The database could not be opened just now; the next group tries again.
      for command in group { command.answer(error) }
    }
  }

  /// One transaction. Nothing is answered before it is on the disk: a refusal is the truth only if what it saw is
  /// kept. Returns the commands that have not been answered.
  private func attempt(_ group: ArraySlice<any Command>, on connection: any Connection) -> ArraySlice<any Command> {
    do {
      try connection.perform(.beginWriting)
    } catch {
      for command in group { command.answer(error) }
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
          // The transaction is gone, and with it what the commands did and saw; this one may be what it broke on.
          for earlier in ran { earlier.command.answer(lost(error)) }
          command.answer((error as? DatabaseError)?.isTransient == true ? error : lost(error))
          return group[(index + 1)...]
        }
        ran.append(RanCommand(command, undoneBy: error))
      }
    }
    do {
      try connection.perform(.commit)
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      for one in ran { one.command.answer(lost(error)) }
      return []
    }
    ran.answer()
    return []
  }

  /// Undoes the running command alone; false where the whole transaction is lost.
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
      .notCommitted, "the group was not committed: \(error)", cause: (error as? DatabaseError)?.code)
  }
}
