import API
import Proto
import ServiceBench
import Views
import Testing

/// Calls that a query of the user's state answers: without a task where the state is in memory and up to date.
@Suite struct ViewQueryTests {
  @Test("Many calls at once all include the write before them, and fold it once")
  func manyAtOnce() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    let client = await bench.onLoop { bench.client(of: host) }
    for written in 1...3 {
      try bench.journal.append("u", .listened(at: Int64(written) * 10_000))
      let counts = try await bench.onLoop {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<64 {
            group.addTask(executorPreference: bench.loop) {
              try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      #expect(counts == Array(repeating: written, count: 64))
    }
    #expect(bench.journal.reads == [0, 1, 2])
    await bench.stop(host)
  }

  @Test("What a query throws is the answer, and so is what keeps it from being asked")
  func faults() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    let client = await bench.onLoop { bench.client(of: host) }
    try bench.journal.append("u", .listened(at: 10_000))
    func fault(_ body: @escaping @Sendable () async throws -> Void) async -> Fault? {
      await #expect(throws: Fault.self) { try await bench.onLoop(body) }
    }
    // Before the state is in memory, and after.
    for _ in 0..<2 {
      #expect(await fault { _ = try await client.call(RefuseAlways(), meta: CallMeta(user: "u")) }?.code == .conflict)
    }
    #expect(await fault { _ = try await client.call(CountPlays()) }?.code == .unauthenticated)
    let user = CallMeta(user: "u")
    #expect(try await bench.onLoop { try await client.call(CountFurtherPlays(first: 1), meta: user).count } == 0)
    bench.journal.setAway(true)
    // What makes no sense is refused without asking the journal.
    #expect(await fault { _ = try await client.call(CountFurtherPlays(first: -1), meta: user) }?.code == .invalid)
    #expect(await fault { _ = try await client.call(CountPlays(), meta: CallMeta(user: "u")) }?.code == .unavailable)
    bench.journal.setAway(false)
    #expect(try await bench.plays(host) == 1)
    await bench.stop(host)
  }

  @Test("What the journal refuses a view is never the caller's mistake", arguments: Fault.Code.allCases)
  func journalFaults(code: Fault.Code) async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    try bench.journal.append("u", .listened(at: 10_000))
    for isInMemory in [false, true] {
      bench.journal.setFault(Fault(code, "no"))
      let passed: [Fault.Code] = [.unavailable, .overloaded, .deadlineExceeded]
      await #expect { try await bench.plays(host) } throws: {
        ($0 as? Fault)?.code == (passed.contains(code) ? code : .unavailable)
      }
      bench.journal.setFault(nil)
      #expect(try await bench.plays(host) == 1, "\(isInMemory)")
    }
    await bench.stop(host)
  }

  @Test("An event that cannot be read is `unavailable`, and never half a figure")
  func unreadableEvents() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    try bench.journal.append("u", .listened(at: 10_000))
    #expect(try await bench.plays(host) == 1)
    bench.journal.appendRaw("u", [0x82, 0x61, 0x3F, 0x01])
    for _ in 0..<2 {
      await #expect { try await bench.plays(host) } throws: { ($0 as? Fault)?.code == .unavailable }
    }
    await bench.stop(host)
  }

  @Test("A caller that gives up does not take another's answer with it")
  func givingUp() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    let client = await bench.onLoop { bench.client(of: host) }
    for count in 1...5 { try bench.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    bench.journal.hold()
    let (given, kept) = await bench.onLoop {
      let first = Task(executorPreference: bench.loop) {
        try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
      }
      let second = Task(executorPreference: bench.loop) {
        try await client.call(CountPlays(), meta: CallMeta(user: "u")).count
      }
      while bench.journal.heldReads == 0 { await Task.yield() }
      first.cancel()
      let given = await first.result
      bench.journal.release()
      return (given, await second.result)
    }
    #expect(throws: Fault.self) { try given.get() }
    #expect(try kept.get() == 5)
    #expect(try await bench.plays(host) == 5)
    await bench.stop(host)
  }
}
