import Synchronization

/// A database and its threads: one writes in groups, the others read. Stores use this type and do not know the engine;
/// only the driver of the address does.
public final class Database: Sendable {
  public let address: DatabaseAddress
  /// One queue per writing connection. A user always uses the same queue, so a user's commands run in order.
  private let commands: [CommandQueue]
  private let reads = ReadQueue()
  /// First the readers, then the writers.
  private let threads: [WorkerThread]
  private let readerThreads: Int
  private let messages = Mutex<Messages?>(nil)

  public convenience init(path: String, migrations: [Migration], readers: Int? = nil) throws {
    try self.init(DatabaseAddress(file: path), migrations: migrations, readers: readers)
  }

  /// Opens or creates the database, asserts that commits are durable and applies missing `migrations`. Throws
  /// `newerSchema` if a later program has written it, and `moved` if the data is in another database.
  public convenience init(_ address: DatabaseAddress, migrations: [Migration], readers: Int? = nil) throws {
    try address.checkMoves()
    try self.init(address, by: address.driver, migrations: migrations, readers: readers)
  }

  /// Opens the database read-only. If an earlier program wrote it, reads use a migrated copy.
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
      // A connection belongs to its thread, which opens it.
      for reader in 0..<max(1, readers ?? driver.readers) {
        // One reader accepts expensive reads; with a single reader it must accept all reads.
        let part: ReadQueue.Part = reader == 0 ? .all : .small
        threads.append(
          try WorkerThread { [reads] in SnapshotReader.run(driver, part, reads: reads) })
      }
      readerThreads = threads.count
      for queue in commands { threads.append(try WorkerThread { WritingThread.run(driver, commands: queue) }) }
    } catch {
      for queue in commands { queue.close() }
      reads.close()
      for thread in threads { thread.join() }
      throw error
    }
    self.threads = threads
  }

  deinit { close() }

  /// Runs `body` in the transaction of the next group and returns when the transaction is on disk. If `body` throws,
  /// only this command is rolled back. `notCommitted` means that the whole group was rolled back.
  ///
  /// Commands of one user run in order. Users are scheduled fairly by `cost`: usually 1, more per item of a batch or
  /// per kibibyte. Internal work uses the user "".
  ///
  /// `queries` are the first reads of `body`. A remote driver sends those of a whole group at once.
  @discardableResult
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, queries: [Query] = [], _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      write(user: user, cost: cost, queries: queries, body) { continuation.resume(with: $0) }
    }
  }

  /// Like `write`, but calls `completion` on the writer's thread, which it must not block.
  public func write<T: Sendable>(
    user: String = "", cost: Int = 1, queries: [Query] = [], _ body: @escaping @Sendable (Transaction) throws -> T,
    completion: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    let command = PendingCommand(user: user, queries: queries, body: body, completion: completion)
    commands[part(of: user)].add(command, of: user, cost: cost)
  }

  /// Runs `body` on a reader, in a transaction that began after this call, so it sees every acknowledged write. Users
  /// are scheduled fairly by `cost`, about 1 per row.
  public func read<T: Sendable>(
    user: String = "", cost: Int = 1, _ body: @escaping @Sendable (Rows) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let read = PendingRead(body: body) { continuation.resume(with: $0) }
      reads.add(read, of: user, cost: cost)
    }
  }

  /// Calls `received` with the words sent by other processes, on a thread that it must not block. An empty list means
  /// that some may have been lost. A single process receives no messages.
  public func listen(_ received: @escaping @Sendable ([String]) -> Void) throws {
    guard address.isShared else { return }
    let made = try Messages(address.driver, received: received)
    messages.withLock { $0 = made }
  }

  /// Sends a word to the other listening processes without waiting. It may be lost.
  public func send(_ word: String) {
    messages.withLock { $0 }?.send(word)
  }

  /// Spreads users evenly over the queues. The result is the same on every host and in every run.
  private func part(of user: String) -> Int {
    guard commands.count > 1 else { return 0 }
    let hash = user.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash % UInt32(commands.count))
  }

  /// The number of commands that wait for a writer.
  public var queuedCommands: Int { commands.reduce(0) { $0 + $1.count } }

  /// Finishes queued work, rejects new work and closes the connections. Blocks; later calls do nothing.
  public func close() {
    reads.close()
    for reader in threads.prefix(readerThreads) { reader.join() }
    messages.withLock { $0 }?.close()
    // Writers close last: SQLite's last connection copies the log into the file and must be alone.
    for queue in commands { queue.close() }
    for writer in threads.dropFirst(readerThreads) { writer.join() }
  }
}
