import API
import Chronology
import Dispatch
import Domain
import Proto
import ServiceBench
import Storage
import Synchronization
import Testing

@testable import Views

/// A rebuild beside reads and writes of the same user.
@Suite struct RebuildTests {
  @Test("A state that was read while a rebuild waits for the disk is whole on disk afterwards")
  func readsBesideARebuild() async throws {
    let bench = try ViewBench()
    let first = try await bench.host()
    for month in 1...3 { try bench.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    #expect(try await bench.plays(first) == 3)
    await bench.stop(first)

    let host = try await bench.host()
    let lock = try WriteLock(path: bench.path)
    try await lock.take()
    async let rebuilt = bench.onLoop { try await host.rebuild() }
    // These begin while nothing can be written: the old snapshot is still there.
    for month in 4...5 {
      try bench.journal.append("u", .listened(at: Int64(month) * 3_000_000))
      #expect(try await bench.plays(host) == month)
    }
    lock.release()
    #expect(try await rebuilt.events == 5)
    try bench.journal.append("u", .listened(at: 18_000_000))
    #expect(try await bench.plays(host) == 6)
    await bench.stop(host)

    let after = try await bench.host()
    #expect(try await bench.plays(after) == 6)
    let snapshot = try #require(try await bench.stored())
    #expect(snapshot.parts.filter { $0.name.hasPrefix("month/") }.count == 6)
    await bench.stop(after)
  }
}

/// Holds the write lock of a file, as another process would, so that what is to be written waits.
final class WriteLock: Sendable {
  private let database: Database
  private let mayEnd = DispatchSemaphoreGate()

  init(path: String) throws {
    database = try Database(path: path, migrations: SnapshotStore.migrations, readers: 1)
  }

  func take() async throws {
    let gate = mayEnd
    await withCheckedContinuation { (taken: CheckedContinuation<Void, Never>) in
      database.write(
        { transaction in
          try transaction.run("UPDATE snapshots SET seq = seq")
          taken.resume()
          gate.wait()
        }, completion: { _ in })
    }
  }

  func release() {
    mayEnd.open()
    database.close()
  }
}

/// Closed until it is opened once.
final class DispatchSemaphoreGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
