import Proto
import Synchronization
import Testing

/// Calls whose handlers return at once and answer later.
@Suite struct DeferredReplyTests {
  /// The calls that have come and are not answered, on one loop.
  private final class Desk: Sendable {
    let open: LoopLocal<[(text: String, call: DeferredReply<EchoAPI.Say>)]>

    init(_ loop: Loop) {
      open = LoopLocal(loop, [])
    }

    func answer(_ text: String) {
      guard let index = open.value.firstIndex(where: { $0.text == text }) else { return }
      let call = open.value.remove(at: index).call
      call.send { EchoAPI.Say.Reply(text: text + "!", user: nil) }
    }
  }

  private static func system(_ loop: Loop) -> (desk: Desk, client: Client<EchoAPI>) {
    let desk = Desk(loop)
    let router = Router(service: EchoAPI.service)
    router.serveLater { (call: EchoAPI.Say, _, open) in desk.open.value.append((call.text, open)) }
    router.serveLater { (call: EchoAPI.Fail, _, open) in
      open.send { throw Fault(call.code ?? .internal, "as asked") }
    }
    return (desk, .inProcess(loop: loop, router: router))
  }

  @Test("Answers go to the calls they are for, in whatever order they are given")
  func anyOrder() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let (desk, client) = Self.system(loop)
    let answers = try await withTaskExecutorPreference(loop) {
      let tasks = ["a", "b", "c"].map { text in
        Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: text)).text }
      }
      #expect(try await eventually { desk.open.value.count == 3 })
      for text in ["c", "a", "b"] { desk.answer(text) }
      var answers: [String] = []
      for task in tasks { answers.append(try await task.value) }
      return answers
    }
    #expect(answers == ["a!", "b!", "c!"])
  }

  @Test("An answer that comes too late, or to no call, is dropped; the connection goes on")
  func tooLate() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let (desk, client) = Self.system(loop)
    let on = try await withTaskExecutorPreference(loop) {
      let expired = await #expect(throws: Fault.self) {
        try await client.call(EchoAPI.Say(text: "late"), meta: CallMeta(deadline: 1))
      }
      #expect(expired?.code == .deadlineExceeded)
      let given = Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: "given")) }
      #expect(try await eventually { desk.open.value.contains { $0.text == "given" } })
      given.cancel()
      let cancelled = await #expect(throws: Fault.self) { try await given.value }
      #expect(cancelled?.code == .cancelled)
      for text in ["late", "given"] { desk.answer(text) }
      let task = Task(executorPreference: loop) { try await client.call(EchoAPI.Say(text: "on")).text }
      #expect(try await eventually { desk.open.value.contains { $0.text == "on" } })
      desk.answer("on")
      return try await task.value
    }
    #expect(on == "on!")
  }

  @Test("An error is a fault for the caller; a call without a task is answered on the loop")
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
