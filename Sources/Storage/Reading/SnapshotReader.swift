/// A thread that reads. A batch of reads shares one transaction, which begins after they were requested, so that each
/// sees every earlier commit. Each read completes immediately: what it saw is on disk.
struct SnapshotReader {
  private let driver: any Driver
  /// Nil before the first read and after a failure.
  private var connection: (any Connection)?

  static func run(_ driver: any Driver, _ part: ReadQueue.Part, reads: ReadQueue) {
    var reader = SnapshotReader(driver)
    var expensiveNext = false
    while true {
      let batch = reads.take(part, expensiveNext: &expensiveNext)
      if batch.isEmpty { return }
      for read in batch { reader.run(read) }
      reader.end()
    }
  }

  private init(_ driver: any Driver) {
    self.driver = driver
  }

  private mutating func run(_ read: any ReadRequest) {
    do {
      var failure = read.perform(on: Rows(connection: try openTransaction()))
      if (failure as? DatabaseError)?.code == .unreachable {
        // An idle connection may have been lost long ago, including the server's connections to its workers.
        endAfterFailure()
        failure = read.perform(on: Rows(connection: try openTransaction()))
      }
      read.complete(with: nil)
      if (failure as? DatabaseError)?.code == .unreachable {
        endAfterFailure()
      } else if failure is DatabaseError {
        // A failed read must not affect the next one. Closing the connection ends everything open on it.
        connection = nil
      }
    } catch {
      connection = nil
      read.complete(with: error)
    }
  }

  /// Ends the transaction and keeps a sound connection. If a worker of the server is unavailable, users on other
  /// workers do not wait for a reconnection.
  private mutating func endAfterFailure() {
    guard let connection, (try? connection.perform(.rollback)) != nil, connection.isIdle else {
      connection = nil
      return
    }
  }

  /// Returns a connection with an open transaction.
  private mutating func openTransaction() throws -> any Connection {
    let ready = try connection ?? driver.openReader()
    connection = ready
    if ready.isIdle { try ready.perform(.beginReading) }
    return ready
  }

  private mutating func end() {
    guard let connection, !connection.isIdle else { return }
    do {
      try connection.perform(.commit)
    } catch {
      self.connection = nil
    }
  }
}
