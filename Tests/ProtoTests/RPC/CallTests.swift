import Proto
import Testing

@Suite struct CallTests {
  @Test("A typed call comes back with its reply, in process and over a socket")
  func call() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let client = Client<EchoAPI>.inProcess(loop: loop, router: echoRouter())
    let reply = try await client.call(EchoAPI.Say(text: "ab", times: 2), meta: CallMeta(user: "u"))
    #expect(reply == EchoAPI.Say.Reply(text: "abab", user: "u"))
    let now = try await client.call(EchoAPI.SayNow(text: "c"))
    #expect(now == EchoAPI.Say.Reply(text: "c", user: nil))
  }
}
