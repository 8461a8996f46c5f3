/// The thread that writes: it takes all commands that wait, runs each behind a savepoint in one transaction, and
/// answers them when the one sync at its end has returned.
struct GroupWriter {
  private let connection: Connection

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

  static func run(path: String, commands: WorkQueue<any Command>) {
    var writer: GroupWriter?
    var pace = Pace()
    while true {
      let group = commands.take(
        StorageLimits.commandsPerCommit, expecting: pace.commands, patienceNanoseconds: pace.patienceNanoseconds)
      if group.isEmpty { return }
      do {
        let ready = try writer ?? GroupWriter(connection: SQLiteFile.openWriter(path))
        let begun = monotonicNanoseconds()
        ready.commit(group)
        pace = Pace(commands: group.count, took: monotonicNanoseconds() - begun)
        // A transaction that could neither be committed nor rolled back would stand in the way of all that follow.
        writer = ready.connection.isIdle ? ready : nil
      } catch {
        // The file could not be opened just now; the next group tries again.
        for command in group { command.answer(error) }
      }
    }
  }

  /// Some failures end the whole transaction; what had not run by then goes into another.
  private func commit(_ group: [any Command]) {
    var rest = group[...]
    while !rest.isEmpty { rest = attempt(rest) }
  }

  /// One transaction. Returns the commands that have not been answered.
  private func attempt(_ group: ArraySlice<any Command>) -> ArraySlice<any Command> {
    do {
      try step("BEGIN IMMEDIATE")
    } catch {
      for command in group { command.answer(error) }
      return []
    }
    var done: [(command: any Command, publications: [@Sendable () -> Void])] = []
    for (index, command) in zip(group.indices, group) {
      let transaction = Transaction(connection: connection)
      do {
        try step("SAVEPOINT command")
        try command.perform(in: transaction)
        try step("RELEASE command")
        done.append((command, transaction.publications))
      } catch {
        guard undo() else {
          // The transaction is gone, and with it what the commands before this one did.
          for (earlier, _) in done { earlier.answer(lost(error)) }
          command.answer(error)
          return group[(index + 1)...]
        }
        command.answer(error)
      }
    }
    do {
      try step("COMMIT")
    } catch {
      if !connection.isIdle { try? step("ROLLBACK") }
      for (command, _) in done { command.answer(lost(error)) }
      return []
    }
    for (_, publications) in done { for publish in publications { publish() } }
    for (command, _) in done { command.answer(nil) }
    return []
  }

  /// Undoes the running command alone; false where the whole transaction is lost.
  private func undo() -> Bool {
    guard !connection.isIdle else { return false }
    do {
      try step("ROLLBACK TO command")
      try step("RELEASE command")
      return true
    } catch {
      if !connection.isIdle { try? step("ROLLBACK") }
      return false
    }
  }

  private func step(_ sql: SQL) throws {
    try connection.each(sql, []) { _ in true }
  }

  private func lost(_ error: any Error) -> DatabaseError {
    DatabaseError(.notCommitted, "the group was not committed: \(error)")
  }
}
