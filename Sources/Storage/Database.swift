/// One database and the threads that work on it: one writes in groups, some read. It is the seam between the stores and
/// the engine: nothing outside this target knows which engine it is.
public final class Database: Sendable {
  public let path: String
  private let commands: WorkQueue<any Command>
  private let questions: WorkQueue<any Question>
  private let threads: [WorkerThread]

  /// Opens or makes the file, asserts how it is synchronised, and brings its schema up to the last of `migrations`.
  /// Throws `newerSchema` where a later program has been here.
  public init(path: String, migrations: [Migration], readers: Int = 2) throws {
    self.path = path
    let commands = WorkQueue<any Command>(capacity: StorageLimits.queuedCommands)
    let questions = WorkQueue<any Question>(capacity: StorageLimits.queuedReads)
    self.commands = commands
    self.questions = questions
    try SQLiteFile.prepare(path: path, migrations: migrations)
    var threads: [WorkerThread] = []
    do {
      // A connection belongs to its thread, so that it is opened there; here it is only tried.
      threads.append(
        try WorkerThread { GroupWriter.run(path: path, commands: commands) })
      for _ in 0..<max(1, readers) {
        threads.append(
          try WorkerThread { SnapshotReader.run(path: path, questions: questions) })
      }
    } catch {
      commands.close()
      questions.close()
      for thread in threads { thread.join() }
      throw error
    }
    self.threads = threads
  }

  deinit { close() }

  /// Runs `body` in the next group's transaction and returns when that is on the disk. What `body` throws undoes this
  /// command alone; `notCommitted` says that nothing of the group was kept.
  @discardableResult
  public func write<T: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      write(body) { continuation.resume(with: $0) }
    }
  }

  /// As above; `completion` is called on the writer's thread and must not block it.
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    if let refusal = commands.add(PendingCommand(body: body, completion: completion)) {
      completion(.failure(Database.error(refusal)))
    }
  }

  /// Runs `body` on a reader, in a transaction that began after this call: it sees all that was answered before.
  public func read<T: Sendable>(_ body: @escaping @Sendable (Reading) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let question = PendingQuestion(body: body) { continuation.resume(with: $0) }
      if let refusal = questions.add(question) { continuation.resume(throwing: Database.error(refusal)) }
    }
  }

  /// Commands waiting for the writer.
  public var queuedCommands: Int { commands.count }

  /// Finishes what is queued, refuses what comes later, and closes the file. It blocks; again it does nothing.
  public func close() {
    commands.close()
    questions.close()
    for thread in threads { thread.join() }
  }

  private static func error<Item>(_ refusal: WorkQueue<Item>.Refusal) -> DatabaseError {
    switch refusal {
    case .closed: DatabaseError(.closed, "the database is closed")
    case .full: DatabaseError(.overloaded, "too much work is waiting for the database")
    }
  }
}
