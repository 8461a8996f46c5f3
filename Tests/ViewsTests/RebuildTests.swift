import API
import Chronology
import Dispatch
import Domain
import Proto
import ViewHarness
import Storage
import Synchronization
import Testing

@testable import Views

@Suite("Rebuilding a view")
struct RebuildTests {
  @Test("A state read while a rebuild waits for the disk is stored completely")
  func readsDuringRebuild() async throws {
    let harness = try HostHarness()
    let first = try await harness.host()
    for month in 1...3 { try harness.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    #expect(try await harness.plays(first) == 3)
    await harness.stop(first)

    let host = try await harness.host()
    let lock = try WriteLock(path: harness.path)
    try await lock.take()
    async let rebuilt = harness.onLoop { try await host.rebuild() }
    // These reads start while nothing can be written and the old snapshot still exists.
    for month in 4...5 {
      try harness.journal.append("u", .listened(at: Int64(month) * 3_000_000))
      #expect(try await harness.plays(host) == month)
    }
    lock.release()
    #expect(try await rebuilt.events == 5)
    try harness.journal.append("u", .listened(at: 18_000_000))
    #expect(try await harness.plays(host) == 6)
    await harness.stop(host)

    let after = try await harness.host()
    #expect(try await harness.plays(after) == 6)
    let snapshot = try #require(try await harness.stored())
    #expect(snapshot.parts.filter { $0.name.hasPrefix("month/") }.count == 6)
    await harness.stop(after)
  }
}

/// Holds the write lock of a file, as another process would, so that writes wait.
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

/// Blocks until it is opened.
final class DispatchSemaphoreGate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
