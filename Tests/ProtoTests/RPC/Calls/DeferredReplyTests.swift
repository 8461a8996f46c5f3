import Proto
import Synchronization
import Testing
import VirtualLoop

/// Calls whose handlers return at once and reply later.
@Suite struct DeferredReplyTests {
  /// The calls without a reply, on one loop.
  private final class PendingCalls: Sendable {
    let open: LoopLocal<[(text: String, call: DeferredReply<EchoAPI.Say>)]>

    init(_ loop: Loop) {
      open = LoopLocal(loop, [])
    }

    func send(_ text: String) {
      guard let index = open.value.firstIndex(where: { $0.text == text }) else { return }
      let call = open.value.remove(at: index).call
      call.send { EchoAPI.Say.Reply(text: text + "!", user: nil) }
    }
  }

  private static func system(_ loop: Loop) -> (pending: PendingCalls, client: Client<EchoAPI>) {
    let pending = PendingCalls(loop)
    let router = Router(service: EchoAPI.service)
    router.serveLater { (call: EchoAPI.Say, _, open) in pending.open.value.append((call.text, open)) }
    router.serveLater { (call: EchoAPI.Fail, _, open) in
      open.send { throw Fault(call.code ?? .internal, "as asked") }
    }
    return (pending, .inProcess(loop: loop, router: router))
  }

  @Test("Replies reach their calls in any order")
  func anyOrder() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let (pending, client) = Self.system(loop)
    let replies = try await withTaskExecutorPreference(loop) {
      let tasks = ["a", "b", "c"].map { text in
        Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: text)).text }
      }
      #expect(try await eventually { pending.open.value.count == 3 })
      for text in ["c", "a", "b"] { pending.send(text) }
      var replies: [String] = []
      for task in tasks { replies.append(try await task.value) }
      return replies
    }
    #expect(replies == ["a!", "b!", "c!"])
  }

  @Test("A reply to an expired or cancelled call is dropped, and the connection stays open")
  func tooLate() throws {
    try Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let (pending, client) = Self.system(loop)
      let expired = try simulation.wait(on: loop) {
        await #expect(throws: Fault.self) {
          try await client.call(EchoAPI.Say(text: "late"), meta: CallMeta(deadline: 1_000))
        }
      }
      #expect(expired?.code == .deadlineExceeded)
      let task = Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: "cancelled")).text }
      simulation.settle()
      #expect(pending.open.value.map(\.text) == ["late", "cancelled"])
      task.cancel()
      let cancelled = try simulation.wait(on: loop) { await #expect(throws: Fault.self) { try await task.value } }
      #expect(cancelled?.code == .cancelled)
      for text in ["late", "cancelled"] { pending.send(text) }
      let next = Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: "next")).text }
      simulation.settle()
      pending.send("next")
      #expect(try simulation.wait(on: loop) { try await next.value } == "next!")
    }
  }

  @Test("A thrown error becomes a fault, and a completion runs on the loop")
  func faultsAndCompletions() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let (_, client) = Self.system(loop)
    let result: Result<Nothing, Fault> = await withTaskExecutorPreference(loop) {
      await withCheckedContinuation { continuation in
        client.begin(EchoAPI.Fail(code: .conflict)) { result in
          #expect(loop.isCurrent)
          continuation.resume(returning: result)
        }
      }
    }
    #expect(throws: Fault(.conflict, "as asked")) { try result.get() }
  }
}
