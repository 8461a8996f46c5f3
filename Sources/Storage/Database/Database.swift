import Synchronization

/// One database and the threads that work on it: one writes in groups, some read. It is the seam between the stores and
/// the engine: nothing outside this target knows which engine it is, and here only the address's driver does.
public final class Database: Sendable {
  public let address: DatabaseAddress
  /// One for each connection that writes. A user belongs to one of them, so that their commands run in their order.
  private let commands: [CommandQueue]
  private let questions = QuestionQueue()
  /// Those that read, then those that write.
  private let threads: [WorkerThread]
  private let readerThreads: Int
  private let messages = Mutex<Messages?>(nil)

  public convenience init(path: String, migrations: [Migration], readers: Int? = nil) throws {
    try self.init(DatabaseAddress(file: path), migrations: migrations, readers: readers)
  }

  /// Opens or makes it, asserts that commits are durable, and brings its schema up to the last of `migrations`. Throws
  /// `newerSchema` where a later program has been here, and `moved` where its data is elsewhere.
  public convenience init(_ address: DatabaseAddress, migrations: [Migration], readers: Int? = nil) throws {
    try address.checkMoves()
    try self.init(address, by: address.driver, migrations: migrations, readers: readers)
  }

  /// For reading alone: nothing is made or changed. Where an earlier program has written it, a copy is read that
  /// `migrations` were applied to.
  public convenience init(inspecting address: DatabaseAddress, migrations: [Migration]) throws {
    try self.init(address, by: address.driver.inspecting(migrations), migrations: migrations, readers: 1)
  }

  private init(
    _ address: DatabaseAddress, by driver: any Driver, migrations: [Migration], readers: Int?
  ) throws {
    self.address = address
    let writers = driver.writers
    commands = (0..<writers).map { _ in
      CommandQueue(capacity: StorageLimits.queuedCommands / writers, cost: StorageLimits.queuedCost / writers)
    }
    try driver.prepare(migrations)
    var threads: [WorkerThread] = []
    do {
      // A connection belongs to its thread, so that it is opened there; here it is only tried.
      for reader in 0..<max(1, readers ?? driver.readers) {
        // One reader is enough for what is dear, and one alone has to do everything.
        let part: QuestionQueue.Part = reader == 0 ? .all : .small
        threads.append(
          try WorkerThread { [questions] in SnapshotReader.run(driver, part, questions: questions) })
      }
      readerThreads = threads.count
      for queue in commands { threads.append(try WorkerThread { WritingThread.run(driver, commands: queue) }) }
    } catch {
      for queue in commands { queue.close() }
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
  ///
  /// `queries` are what `body` begins by asking: it is asked for all commands of a group at once where that saves time.
  @discardableResult
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, queries: [Query] = [], _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      write(user: user, cost: cost, queries: queries, body) { continuation.resume(with: $0) }
    }
  }

  /// As above; `completion` is called on the writer's thread and must not block it.
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, queries: [Query] = [], _ body: @escaping @Sendable (Transaction) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    let command = PendingCommand(user: user, queries: queries, body: body, completion: completion)
    commands[part(of: user)].add(command, of: user, cost: cost)
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

  /// From now on `received` is called with the words that other processes on this database send, on a thread it must
  /// not block; with no word where some may have been lost. One process alone hears nothing.
  public func listen(_ received: @escaping @Sendable ([String]) -> Void) throws {
    guard address.isShared else { return }
    let made = try Messages(address.driver, received: received)
    messages.withLock { $0 = made }
  }

  /// Sends a word to the other processes that listen, soon and without waiting. It may get lost.
  public func send(_ word: String) {
    messages.withLock { $0 }?.send(word)
  }

  /// The same for every host and every run, and about as many users in each.
  private func part(of user: String) -> Int {
    guard commands.count > 1 else { return 0 }
    let hash = user.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash % UInt32(commands.count))
  }

  /// Commands waiting for a writer.
  public var queuedCommands: Int { commands.reduce(0) { $0 + $1.count } }

  /// Finishes what is queued, refuses what comes later, and closes the connections. It blocks; again it does nothing.
  public func close() {
    questions.close()
    for reader in threads.prefix(readerThreads) { reader.join() }
    messages.withLock { $0 }?.close()
    // Writers last: with SQLite the last connection copies the log back into the file, and must be alone.
    for queue in commands { queue.close() }
    for writer in threads.dropFirst(readerThreads) { writer.join() }
  }
}
