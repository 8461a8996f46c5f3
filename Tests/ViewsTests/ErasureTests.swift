import API
import Crypto
import Domain
import Foundation
import Proto
import Service
import ServiceBench
import Synchronization
import Testing

@testable import Views

@Suite("Deleted accounts, in views") struct ErasureTests {
  private func mark(of user: String) -> SessionAPI.Erasure {
    let id = RandomBytes.make(ErasureMark.byteCount)
    return SessionAPI.Erasure(id: id, digest: ErasureMark.digest(of: user, id))
  }

  /// In how many of the view's files the name stands.
  private func traces(of name: String, _ bench: ViewBench) -> Int {
    ["", "-wal"].count { suffix in
      (try? Data(contentsOf: URL(fileURLWithPath: bench.path + suffix)))?.range(of: Data(name.utf8)) != nil
    }
  }

  @Test("A deleted user's state and every byte of their snapshot go, and another's stay", arguments: [false, true])
  func goes(isLoaded: Bool) async throws {
    let bench = try ViewBench()
    var host = try await bench.host()
    for count in 1...40 {
      try bench.journal.append("erased-user", .listened(at: Int64(count) * 3_000_000))
      try bench.journal.append("kept", .listened(at: Int64(count) * 3_000_000))
    }
    #expect(try await bench.plays(host, of: "erased-user") == 40)
    #expect(try await bench.plays(host, of: "kept") == 40)
    await bench.stop(host)
    host = try await bench.host()
    if isLoaded { #expect(try await bench.plays(host, of: "erased-user") == 40) }
    #expect(traces(of: "erased-user", bench) > 0)
    bench.journal.discard("erased-user")
    let marks = [mark(of: "someone else"), mark(of: "erased-user")]
    try await bench.onLoop { [host] in try await host.erase(marks) }
    #expect(traces(of: "erased-user", bench) == 0)
    #expect(try await bench.stored("kept") != nil)
    #expect(try await bench.plays(host, of: "erased-user") == 0)
    #expect(try await bench.plays(host, of: "kept") == 40)
    await bench.stop(host)
    #expect(traces(of: "erased-user", bench) == 0)
  }

  @Test("A state that is being folded or written while its user is erased does not come back", arguments: 0..<20)
  func races(turn: Int) async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    for count in 1...(5 + turn) { try bench.journal.append("erased-user", .listened(at: Int64(count) * 10_000)) }
    let reads = Task {
      for _ in 0..<turn { _ = try await bench.plays(host, of: "erased-user") }
      await bench.onLoop { await host.write("erased-user") }
    }
    if turn % 2 == 0 { _ = try await bench.plays(host, of: "erased-user") }
    bench.journal.discard("erased-user")
    let marks = [mark(of: "erased-user")]
    try await reads.value
    try await bench.onLoop { try await host.erase(marks) }
    try await bench.onLoop { try await host.erase(marks) }
    await bench.stop(host)
    #expect(try await bench.stored("erased-user") == nil)
    #expect(traces(of: "erased-user", bench) == 0)
  }

  @Test("The host confirms what it has erased, and asks again after a failure")
  func follows() async throws {
    let bench = try ViewBench()
    let offered = mark(of: "erased-user")
    let desk = Desk()
    let host = try await bench.host { router in
      router.serve { (call: SessionAPI.WaitForErasures, _) in
        let count = desk.note(call.erased)
        if count == 1 { throw Fault(.unavailable, "away") }
        if count == 2 { return SessionAPI.WaitForErasures.Reply(erasures: [offered]) }
        // Nothing comes until the call is cancelled.
        for await _ in AsyncStream(Int.self, { (_: AsyncStream<Int>.Continuation) in }) {}
        return SessionAPI.WaitForErasures.Reply(erasures: [])
      }
    }
    await bench.onLoop { host.followErasures(as: "stats") }
    let deadline = ContinuousClock.now + .seconds(20)
    while desk.asked.count < 3, .now < deadline { await Task.yield() }
    #expect(desk.asked == [[], [], [offered.id]])
    host.snapshots.close()
  }

  /// What a view has confirmed, call by call.
  private final class Desk: Sendable {
    private let calls = Mutex<[[[UInt8]]]>([])
    var asked: [[[UInt8]]] { calls.withLock { $0 } }

    func note(_ erased: [[UInt8]]) -> Int {
      calls.withLock { calls in
        calls.append(erased)
        return calls.count
      }
    }
  }
}
