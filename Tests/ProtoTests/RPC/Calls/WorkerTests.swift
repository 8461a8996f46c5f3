import Proto
import Synchronization
import Testing

/// Calls that arrive together share a worker as long as no handler suspends. This must not be observable.
@Suite struct WorkerTests {
  /// Records what the handlers observed.
  private final class Seen: Sendable {
    let cancelled = Mutex<[Bool]>([])
  }

  @Test("A suspended handler does not delay calls that arrived with it")
  func waiting() async throws {
    let system = try EchoSystem(overSocket: false)
    let (client, gate, loop) = (system.client, system.gate, system.loop)
    let task = Task(executorPreference: loop) {
      try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask(executorPreference: loop) {
          _ = try await client.call(EchoAPI.Wait())
          return "waited"
        }
        for text in ["a", "b"] {
          group.addTask(executorPreference: loop) { try await client.call(EchoAPI.Say(text: text)).text }
          group.addTask(executorPreference: loop) { try await client.call(EchoAPI.SayNow(text: text)).text + "!" }
        }
        var order: [String] = []
        while let reply = try await group.next() {
          order.append(reply)
          if order.count == 4 { gate.open() }
        }
        return order
      }
    }
    let order = try await task.value
    #expect(order.prefix(4).sorted() == ["a", "a!", "b", "b!"])
    #expect(order.last == "waited")
  }

  @Test("The description of a service does not delay calls that arrived with it")
  func description() async throws {
    let system = try EchoSystem(overSocket: false)
    let (client, loop) = (system.client, system.loop)
    let task = Task(executorPreference: loop) {
      try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask(executorPreference: loop) {
          _ = try await client.call(DescribeMethods<EchoAPI>())
          return "description"
        }
        group.addTask(executorPreference: loop) { try await client.call(EchoAPI.SayNow(text: "a")).text }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(try await task.value == ["a", "description"])
  }

  @Test("A cancel affects only its own call")
  func cancelOne() async throws {
    let system = try EchoSystem(overSocket: false)
    let (client, gate, loop) = (system.client, system.gate, system.loop)
    // Everything runs on the loop, so that other tests do not delay it past the deadline of the calls.
    let task = Task(executorPreference: loop) {
      let first = Task(executorPreference: loop) { try await client.call(EchoAPI.Wait()) }
      let second = Task(executorPreference: loop) { try await client.call(EchoAPI.Wait()) }
      #expect(try await eventually { gate.arrived == 2 })
      first.cancel()
      let fault = await #expect(throws: Fault.self) { try await first.value }
      #expect(fault?.code == .cancelled)
      #expect(try await eventually { gate.cancelled == 1 })
      gate.open()
      _ = try await second.value
    }
    try await task.value
    #expect(gate.cancelled == 1)
  }

  @Test("A handler that cancels its own task does not cancel calls that arrived with it")
  func cancelsItself() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let router = Router(service: EchoAPI.service)
    let seen = Seen()
    router.serve { (call: EchoAPI.Say, _) in
      seen.cancelled.withLock { $0.append(Task.isCancelled) }
      withUnsafeCurrentTask { $0?.cancel() }
      return EchoAPI.Say.Reply(text: call.text, user: nil)
    }
    let client = Client<EchoAPI>.inProcess(loop: loop, router: router)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask(executorPreference: loop) { _ = try await client.call(EchoAPI.Say(text: "x")) }
      }
      try await group.waitForAll()
    }
    #expect(seen.cancelled.withLock { $0 } == Array(repeating: false, count: 8))
  }
}
