/// The thread that writes: it takes the commands that wait, up to what a commit may cost, runs each behind a savepoint
/// in one transaction, and answers them when the one sync at its end has returned.
struct GroupWriter {
  private let connection: any Connection

  /// Callers that were answered together tend to come again together. Committing the first of them alone would have the
  /// others wait for a whole sync, so that half of one is well spent on letting them catch up.
  private struct Pace {
    var commands = 1
    var patienceNanoseconds = 0

    init() {}

    init(commands: Int, took nanoseconds: Int) {
      self.commands = commands
      patienceNanoseconds = min(nanoseconds / 2, StorageLimits.longestPatienceNanoseconds)
    }
  }

  static func run(_ driver: any Driver, commands: CommandQueue) {
    var writer: GroupWriter?
    var pace = Pace()
    while true {
      let group = commands.takeGroup(expecting: pace.commands, patienceNanoseconds: pace.patienceNanoseconds)
      if group.isEmpty { return }
      do {
        let ready = try writer ?? GroupWriter(connection: driver.openWriter())
        let begun = monotonicNanoseconds()
        ready.commit(group)
        pace = Pace(commands: group.count, took: monotonicNanoseconds() - begun)
        // A transaction that could neither be committed nor rolled back would stand in the way of all that follow.
        writer = ready.connection.isIdle ? ready : nil
      } catch {
        // The database could not be opened just now; the next group tries again.
        for command in group { command.answer(error) }
      }
    }
  }

  /// Some failures end the whole transaction; what had not run by then goes into another.
  private func commit(_ group: [any Command]) {
    var rest = group[...]
    while !rest.isEmpty { rest = attempt(rest) }
  }

  /// A command that ran: what it publishes, or why it was undone.
  private struct Ran {
    var command: any Command
    var publications: [@Sendable () -> Void] = []
    var error: (any Error)?
  }

  /// One transaction. Nothing is answered before it is on the disk: a refusal is the truth only if what it saw is
  /// kept. Returns the commands that have not been answered.
  private func attempt(_ group: ArraySlice<any Command>) -> ArraySlice<any Command> {
    do {
      try connection.perform(.beginWriting)
    } catch {
      for command in group { command.answer(error) }
      return []
    }
    var ran: [Ran] = []
    ran.reserveCapacity(group.count)
    for (index, command) in zip(group.indices, group) {
      let transaction = Transaction(connection: connection)
      do {
        try connection.perform(.beginCommand)
        try command.perform(in: transaction)
        try connection.perform(.endCommand)
        ran.append(Ran(command: command, publications: transaction.publications))
      } catch {
        guard undo() else {
          // The transaction is gone, and with it what the commands did and saw; this one may be what it broke on.
          for earlier in ran { earlier.command.answer(lost(error)) }
          command.answer((error as? DatabaseError)?.isTransient == true ? error : lost(error))
          return group[(index + 1)...]
        }
        ran.append(Ran(command: command, error: error))
      }
    }
    do {
      try connection.perform(.commit)
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      for one in ran { one.command.answer(lost(error)) }
      return []
    }
    for one in ran { for publish in one.publications { publish() } }
    for one in ran { one.command.answer(one.error) }
    return []
  }

  /// Undoes the running command alone; false where the whole transaction is lost.
  private func undo() -> Bool {
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
