import Glibc

/// Writes to a server. The queries of a whole group are sent at once, and its changes together with the commit.
///
/// After a failure, commands are retried one by one. A command that may have been committed is looked up first, so each
/// command runs exactly once.
struct RemoteWriter {
  private let driver: any Driver
  private var ready: (any Connection)?

  init(_ driver: any Driver) {
    self.driver = driver
  }

  /// Users are locked in the same order on every host, so that groups cannot deadlock.
  mutating func write(_ group: [any Command]) {
    let ordered = group.enumerated().sorted { left, right in
      left.element.user == right.element.user
        ? left.offset < right.offset : left.element.user < right.element.user
    }.map(\.element)
    var ran: [RanCommand] = []
    do {
      try attempt(ordered, &ran)
      ran.complete()
    } catch {
      retry(ordered, ran, Self.failure(error))
    }
  }

  /// The outcome of a single retried command.
  private enum Outcome {
    case completed
    /// The server is unavailable, so the rest of the group fails.
    case serverUnavailable(DatabaseError)
    /// A worker of the server is unavailable and may have committed the command, which has not completed.
    case workerUnavailable(RanCommand)
  }

  /// Retries the commands one by one. Commands that wait for an unavailable worker are retried last.
  private mutating func retry(_ group: [any Command], _ ran: [RanCommand], _ failure: DatabaseError) {
    var outage: DatabaseError?
    var waiting: [RanCommand] = []
    for (index, command) in group.enumerated() {
      let first = failure.code == .undecided ? ran[index] : nil
      if let outage {
        command.complete(with: first.map { Self.mayBeCommitted($0) } == true ? failure : outage)
      } else if group.count == 1, !Self.isWorthTrying(failure) {
        command.complete(with: failure)
      } else {
        switch resolve(command, first, failure, waitsForWorker: false) {
        case .completed: break
        case .serverUnavailable(let error): outage = error
        case .workerUnavailable(let ran): waiting.append(ran)
        }
      }
    }
    for (place, ran) in waiting.enumerated() {
      // Only the first of them waits, so that the waiting times do not add up.
      let outcome = resolve(ran.command, ran, failure, waitsForWorker: place == 0)
      if case .workerUnavailable = outcome { ran.command.complete(with: failure) }
    }
  }

  /// Retries a command until its outcome is known.
  private mutating func resolve(
    _ command: any Command, _ first: RanCommand?, _ cause: DatabaseError, waitsForWorker: Bool
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
          guard let commitProof = known.commitProof else { break }
          if try isCommitted(command, commitProof) {
            [known].complete()
            return .completed
          }
        }
        try attempt([command], &ran)
        ran.complete()
        return .completed
      } catch {
        failure = Self.failure(error)
        if failure.code == .undecided, let last = ran.last, Self.mayBeCommitted(last) { unknown = last }
        let isWorkerUnavailable = failure.code == .unreachable && ready != nil
        if isWorkerUnavailable, unknown == nil { break }
        if isWorkerUnavailable, !waitsForWorker, let unknown { return .workerUnavailable(unknown) }
        if unknown == nil, !Self.isWorthTrying(failure) || failure.code == .unreachable && tries > 1 { break }
      }
    }
    command.complete(with: unknown == nil ? failure : DatabaseError(.undecided, failure.message, cause: failure.code))
    return failure.code == .unreachable && ready == nil ? .serverUnavailable(failure) : .completed
  }

  /// A command that changed nothing can safely run again.
  private static func mayBeCommitted(_ ran: RanCommand) -> Bool {
    ran.hasWritten && ran.error == nil
  }

  /// Another host may just have inserted a duplicate key.
  private static func isWorthTrying(_ error: DatabaseError) -> Bool {
    switch error.code {
    case .conflict, .constraint, .unreachable, .undecided, .notCommitted: true
    default: false
    }
  }

  private static func failure(_ error: any Error) -> DatabaseError {
    error as? DatabaseError ?? DatabaseError(.misuse, "\(error)")
  }

  /// Runs one transaction. Commands complete only after the commit is on the server's disk.
  private mutating func attempt(_ group: [any Command], _ ran: inout [RanCommand]) throws {
    try inTransaction { connection in
      var users: Set<String> = []
      // A later command of the same user must see the changes of the earlier one.
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

  /// Whether the proof exists after every transaction with the command's locks has ended.
  private mutating func isCommitted(_ command: any Command, _ commitProof: Query) throws -> Bool {
    try inTransaction { connection in
      for query in command.queries where query.isLocking { try connection.all(query) { _ in true } }
      var isThere = false
      try connection.all(commitProof) { _ in
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
