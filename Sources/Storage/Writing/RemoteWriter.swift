import Glibc

/// Writes to a server. The queries of a whole group go out at once, what its commands change with the commit.
///
/// Where that fails, its commands are tried again one by one. What may be committed is looked up first: each command
/// is done once.
struct RemoteWriter {
  private let driver: any Driver
  private var ready: (any Connection)?

  init(_ driver: any Driver) {
    self.driver = driver
  }

  /// In the order of the users, which is that of their locks on every host, so that no two groups wait for each other.
  mutating func write(_ group: [any Command]) {
    let ordered = group.enumerated().sorted { left, right in
      left.element.user == right.element.user
        ? left.offset < right.offset : left.element.user < right.element.user
    }.map(\.element)
    var ran: [RanCommand] = []
    do {
      try attempt(ordered, &ran)
      ran.answer()
    } catch {
      retry(ordered, ran, Self.failure(error))
    }
  }

  /// What became of a command that was tried alone.
  private enum Outcome {
    case answered
    /// The server is away, and with it all that is left of the group.
    case serverAway(DatabaseError)
    /// A machine behind the server is away, and may have committed this one: it is not answered yet.
    case machineAway(RanCommand)
  }

  /// One by one. Where a machine behind the server is away, users of the others are served before it is waited for.
  private mutating func retry(_ group: [any Command], _ ran: [RanCommand], _ failure: DatabaseError) {
    var outage: DatabaseError?
    var waiting: [RanCommand] = []
    for (index, command) in group.enumerated() {
      let first = failure.code == .undecided ? ran[index] : nil
      if let outage {
        command.answer(first.map { Self.mayBeCommitted($0) } == true ? failure : outage)
      } else if group.count == 1, !Self.isWorthTrying(failure) {
        command.answer(failure)
      } else {
        switch resolve(command, first, failure, waitsForMachine: false) {
        case .answered: break
        case .serverAway(let error): outage = error
        case .machineAway(let ran): waiting.append(ran)
        }
      }
    }
    for (place, ran) in waiting.enumerated() {
      // They wait together, not one after the other.
      let outcome = resolve(ran.command, ran, failure, waitsForMachine: place == 0)
      if case .machineAway = outcome { ran.command.answer(failure) }
    }
  }

  /// Tries one command until it is known to be done or refused.
  private mutating func resolve(
    _ command: any Command, _ first: RanCommand?, _ cause: DatabaseError, waitsForMachine: Bool
  ) -> Outcome {
    var unknown = first.flatMap { Self.mayBeCommitted($0) ? $0 : nil }
    var failure = cause
    var pause = StorageLimits.retryPauseMicroseconds
    var tries = 0
    while tries < (unknown == nil ? StorageLimits.triesOfCommand : StorageLimits.triesOfLookUp) {
      tries += 1
      if tries > 1 {
        usleep(pause)
        pause = min(pause * 2, StorageLimits.longestRetryPauseMicroseconds)
      }
      var ran: [RanCommand] = []
      do {
        if let known = unknown {
          guard let witness = known.witness else { break }
          if try isCommitted(command, witness) {
            [known].answer()
            return .answered
          }
        }
        try attempt([command], &ran)
        ran.answer()
        return .answered
      } catch {
        failure = Self.failure(error)
        if failure.code == .undecided, let last = ran.last, Self.mayBeCommitted(last) { unknown = last }
        let isMachineAway = failure.code == .unreachable && ready != nil
        if isMachineAway, unknown == nil { break }
        if isMachineAway, !waitsForMachine, let unknown { return .machineAway(unknown) }
        if unknown == nil, !Self.isWorthTrying(failure) || failure.code == .unreachable && tries > 1 { break }
      }
    }
    command.answer(unknown == nil ? failure : DatabaseError(.undecided, failure.message, cause: failure.code))
    return failure.code == .unreachable && ready == nil ? .serverAway(failure) : .answered
  }

  /// What has changed nothing can be done again.
  private static func mayBeCommitted(_ ran: RanCommand) -> Bool {
    ran.hasWritten && ran.error == nil
  }

  /// A key that is there already may be one that another host has just made.
  private static func isWorthTrying(_ error: DatabaseError) -> Bool {
    switch error.code {
    case .conflict, .constraint, .unreachable, .undecided, .notCommitted: true
    default: false
    }
  }

  private static func failure(_ error: any Error) -> DatabaseError {
    error as? DatabaseError ?? DatabaseError(.misuse, "\(error)")
  }

  /// One transaction. Nothing is answered before it is on the server's disk.
  private mutating func attempt(_ group: [any Command], _ ran: inout [RanCommand]) throws {
    try inTransaction { connection in
      var users: Set<String> = []
      // A later command of the same user has to see what the one before it left.
      try connection.expect(group.map { users.insert($0.user).inserted ? $0.queries : [] })
      for command in group {
        let transaction = Transaction(connection: connection)
        try connection.perform(.beginCommand)
        do {
          try command.perform(in: transaction)
        } catch {
          try connection.perform(.undoCommand)
          ran.append(RanCommand(command, undoneBy: error))
          continue
        }
        try connection.perform(.endCommand)
        ran.append(RanCommand(command, transaction))
      }
    }
  }

  /// Whether the witness is there, once no transaction that has locked what the command locks is under way.
  private mutating func isCommitted(_ command: any Command, _ witness: Query) throws -> Bool {
    try inTransaction { connection in
      for query in command.queries where query.isLocking { try connection.all(query) { _ in true } }
      var isThere = false
      try connection.all(witness) { _ in
        isThere = true
        return false
      }
      try connection.perform(.confirm)
      return isThere
    }
  }

  private mutating func inTransaction<T>(_ body: (any Connection) throws -> T) throws -> T {
    let connection = try ready ?? driver.openWriter()
    ready = connection
    do {
      try connection.perform(.beginWriting)
      let result = try body(connection)
      try connection.perform(.commit)
      return result
    } catch {
      if !connection.isIdle { try? connection.perform(.rollback) }
      if !connection.isIdle { ready = nil }
      throw error
    }
  }
}
