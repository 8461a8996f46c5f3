import API
import Crypto
import Domain
import Foundation
import Proto
import Service
import ViewHarness
import Synchronization
import Testing

@testable import Views

@Suite("Erasing deleted accounts from views")
struct ErasureTests {
  private func mark(of user: String) -> SessionAPI.Erasure {
    let id = RandomBytes.make(ErasureMark.byteCount)
    return SessionAPI.Erasure(id: id, digest: ErasureMark.digest(of: user, id))
  }

  /// Returns the number of the view's files that contain the name.
  private func traces(of name: String, _ harness: HostHarness) -> Int {
    ["", "-wal"].count { suffix in
      (try? Data(contentsOf: URL(fileURLWithPath: harness.path + suffix)))?.range(of: Data(name.utf8)) != nil
    }
  }

  @Test(
    "Erases the state and every byte of the snapshot of a deleted user, but not those of others",
    arguments: [false, true])
  func erases(isLoaded: Bool) async throws {
    let harness = try HostHarness()
    var host = try await harness.host()
    for count in 1...40 {
      try harness.journal.append("erased-user", .listened(at: Int64(count) * 3_000_000))
      try harness.journal.append("kept", .listened(at: Int64(count) * 3_000_000))
    }
    #expect(try await harness.plays(host, of: "erased-user") == 40)
    #expect(try await harness.plays(host, of: "kept") == 40)
    await harness.stop(host)
    host = try await harness.host()
    if isLoaded { #expect(try await harness.plays(host, of: "erased-user") == 40) }
    #expect(traces(of: "erased-user", harness) > 0)
    harness.journal.discard("erased-user")
    let marks = [mark(of: "someone else"), mark(of: "erased-user")]
    try await harness.onLoop { [host] in try await host.erase(marks) }
    #expect(traces(of: "erased-user", harness) == 0)
    #expect(try await harness.stored("kept") != nil)
    #expect(try await harness.plays(host, of: "erased-user") == 0)
    #expect(try await harness.plays(host, of: "kept") == 40)
    await harness.stop(host)
    #expect(traces(of: "erased-user", harness) == 0)
  }

  @Test("A state that is folded or written during the erasure is not restored", arguments: 0..<20)
  func races(turn: Int) async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    for count in 1...(5 + turn) { try harness.journal.append("erased-user", .listened(at: Int64(count) * 10_000)) }
    let reads = Task {
      for _ in 0..<turn { _ = try await harness.plays(host, of: "erased-user") }
      await harness.onLoop { await host.write("erased-user") }
    }
    if turn % 2 == 0 { _ = try await harness.plays(host, of: "erased-user") }
    harness.journal.discard("erased-user")
    let marks = [mark(of: "erased-user")]
    try await reads.value
    try await harness.onLoop { try await host.erase(marks) }
    try await harness.onLoop { try await host.erase(marks) }
    await harness.stop(host)
    #expect(try await harness.stored("erased-user") == nil)
    #expect(traces(of: "erased-user", harness) == 0)
  }

  @Test("Confirms erasures, and retries after a failure")
  func follows() async throws {
    let harness = try HostHarness()
    let offered = mark(of: "erased-user")
    let confirmations = Confirmations()
    let host = try await harness.host { router in
      router.serve { (call: SessionAPI.WaitForErasures, _) in
        let count = confirmations.add(call.erased)
        if count == 1 { throw Fault(.unavailable, "unavailable") }
        if count == 2 { return SessionAPI.WaitForErasures.Reply(erasures: [offered]) }
        // Waits until the call is cancelled.
        for await _ in AsyncStream(Int.self, { (_: AsyncStream<Int>.Continuation) in }) {}
        return SessionAPI.WaitForErasures.Reply(erasures: [])
      }
    }
    await harness.onLoop { host.followErasures(as: "stats") }
    let deadline = ContinuousClock.now + .seconds(60)
    while confirmations.calls.count < 3, .now < deadline { await Task.yield() }
    #expect(confirmations.calls == [[], [], [offered.id]])
    host.snapshots.close()
  }

  /// The erasures that the view confirmed, for each call.
  private final class Confirmations: Sendable {
    private let stored = Mutex<[[[UInt8]]]>([])
    var calls: [[[UInt8]]] { stored.withLock { $0 } }

    func add(_ erased: [[UInt8]]) -> Int {
      stored.withLock { calls in
        calls.append(erased)
        return calls.count
      }
    }
  }
}
