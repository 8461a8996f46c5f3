import API
import Proto
import ViewHarness
import Views
import Testing

@Suite("Queries of a view")
struct ViewQueryTests {
  @Test("Concurrent calls all include the write before them and fold it once")
  func manyAtOnce() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    let client = await harness.onLoop { harness.client(of: host) }
    for written in 1...3 {
      try harness.journal.append("u", .listened(at: Int64(written) * 10_000))
      let counts = try await harness.onLoop {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<64 {
            group.addTask(executorPreference: harness.loop) {
              try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      #expect(counts == Array(repeating: written, count: 64))
    }
    #expect(harness.journal.reads == [0, 1, 2])
    await harness.stop(host)
  }

  @Test("Returns the fault of a query, and faults from before the query")
  func faults() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    let client = await harness.onLoop { harness.client(of: host) }
    try harness.journal.append("u", .listened(at: 10_000))
    func fault(_ body: @escaping @Sendable () async throws -> Void) async -> Fault? {
      await #expect(throws: Fault.self) { try await harness.onLoop(body) }
    }
    // Before the state is in memory, and after.
    for _ in 0..<2 {
      #expect(await fault { _ = try await client.call(AlwaysFail(), meta: CallMeta(user: "u")) }?.code == .conflict)
    }
    #expect(await fault { _ = try await client.call(CountPlays()) }?.code == .unauthenticated)
    let user = CallMeta(user: "u")
    #expect(try await harness.onLoop { try await client.call(CountFurtherPlays(first: 1), meta: user).count } == 0)
    harness.journal.setUnavailable(true)
    // Invalid arguments are rejected without a call to the journal.
    #expect(await fault { _ = try await client.call(CountFurtherPlays(first: -1), meta: user) }?.code == .invalid)
    #expect(await fault { _ = try await client.call(CountPlays(), meta: CallMeta(user: "u")) }?.code == .unavailable)
    harness.journal.setUnavailable(false)
    #expect(try await harness.plays(host) == 1)
    await harness.stop(host)
  }

  @Test("Faults of the journal become unavailable or keep their temporary code", arguments: Fault.Code.allCases)
  func journalFaults(code: Fault.Code) async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    try harness.journal.append("u", .listened(at: 10_000))
    for isInMemory in [false, true] {
      harness.journal.setFault(Fault(code, "no"))
      let passed: [Fault.Code] = [.unavailable, .overloaded, .deadlineExceeded]
      await #expect { try await harness.plays(host) } throws: {
        ($0 as? Fault)?.code == (passed.contains(code) ? code : .unavailable)
      }
      harness.journal.setFault(nil)
      #expect(try await harness.plays(host) == 1, "\(isInMemory)")
    }
    await harness.stop(host)
  }

  @Test("An unreadable event makes reads unavailable instead of giving a partial figure")
  func unreadableEvents() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    try harness.journal.append("u", .listened(at: 10_000))
    #expect(try await harness.plays(host) == 1)
    harness.journal.appendRaw("u", [0x82, 0x61, 0x3F, 0x01])
    for _ in 0..<2 {
      await #expect { try await harness.plays(host) } throws: { ($0 as? Fault)?.code == .unavailable }
    }
    await harness.stop(host)
  }

  @Test("Cancelling one caller does not cancel the others")
  func cancellation() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    let client = await harness.onLoop { harness.client(of: host) }
    for count in 1...5 { try harness.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    harness.journal.hold()
    let (cancelled, completed) = await harness.onLoop {
      let first = Task(executorPreference: harness.loop) {
        try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
      }
      let second = Task(executorPreference: harness.loop) {
        try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
      }
      while harness.journal.heldReads == 0 { await Task.yield() }
      first.cancel()
      let cancelled = await first.result
      harness.journal.release()
      return (cancelled, await second.result)
    }
    #expect(throws: Fault.self) { try cancelled.get() }
    #expect(try completed.get() == 5)
    #expect(try await harness.plays(host) == 5)
    await harness.stop(host)
  }
}
