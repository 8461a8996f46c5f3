/// One database and the threads that work on it: one writes in groups, some read. It is the seam between the stores and
/// the engine: nothing outside this target knows which engine it is, and here only the address's driver does.
public final class Database: Sendable {
  public let address: DatabaseAddress
  private let commands = CommandQueue()
  private let questions = QuestionQueue()
  private let threads: [WorkerThread]

  public convenience init(path: String, migrations: [Migration], readers: Int = 2) throws {
    try self.init(DatabaseAddress(file: path), migrations: migrations, readers: readers)
  }

  /// Opens or makes it, asserts that commits are durable, and brings its schema up to the last of `migrations`. Throws
  /// `newerSchema` where a later program has been here.
  public init(_ address: DatabaseAddress, migrations: [Migration], readers: Int = 2) throws {
    self.address = address
    let driver = address.driver
    try driver.prepare(migrations)
    var threads: [WorkerThread] = []
    do {
      // A connection belongs to its thread, so that it is opened there; here it is only tried.
      threads.append(
        try WorkerThread { [commands] in GroupWriter.run(driver, commands: commands) })
      for reader in 0..<max(1, readers) {
        // One reader is enough for what is dear, and one alone has to do everything.
        let part: QuestionQueue.Part = reader == 0 ? .all : .small
        threads.append(
          try WorkerThread { [questions] in SnapshotReader.run(driver, part, questions: questions) })
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
  ///
  /// Commands of one user run in their order. Those of several are taken in turn by `cost`: 1 for most, more for
  /// each item of a batch or kibibyte that is held. Work of our own is done for the user "", as one among the others.
  @discardableResult
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      write(user: user, cost: cost, body) { continuation.resume(with: $0) }
    }
  }

  /// As above; `completion` is called on the writer's thread and must not block it.
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, _ body: @escaping @Sendable (Transaction) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    commands.add(PendingCommand(body: body, completion: completion), of: user, cost: cost)
  }

  /// Runs `body` on a reader, in a transaction that began after this call: it sees all that was answered before. Reads
  /// of several users are taken in turn by `cost`, one row for about 1.
  public func read<T: Sendable>(
    user: String = "", cost: Int = 1, _ body: @escaping @Sendable (Rows) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let question = PendingQuestion(body: body) { continuation.resume(with: $0) }
      questions.add(question, of: user, cost: cost)
    }
  }

  /// Commands waiting for the writer.
  public var queuedCommands: Int { commands.count }

  /// Finishes what is queued, refuses what comes later, and closes the connections. It blocks; again it does nothing.
  public func close() {
    questions.close()
    for reader in threads.dropFirst() { reader.join() }
    // The writer last: with SQLite the last connection copies the log back into the file, and must be alone.
    commands.close()
    threads.first?.join()
  }
}
