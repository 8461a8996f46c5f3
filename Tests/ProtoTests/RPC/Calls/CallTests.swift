import CBOR
import Glibc
import Loop
import Synchronization
import Testing

@testable import RPC

/// A service and a client on one loop.
final class EchoSystem {
  let loop: Loop
  let gate = Gate()
  let server: RPCServer
  let place: TemporarySocket
  let client: Client<EchoAPI>

  init(overSocket: Bool, maxInFlight: Int = RPCLimits.callsInFlight) throws {
    loop = try Loop.spawn()
    place = try TemporarySocket()
    server = RPCServer(loop: loop, router: echoRouter(gate: gate), maxInFlight: maxInFlight)
    if overSocket {
      try server.listen(path: place.path)
      client = Client(loop: loop, path: place.path)
    } else {
      client = Client(link: ServiceLink(inProcess: server, service: EchoAPI.service))
    }
  }

  deinit {
    gate.open()
    loop.stop()
    place.remove()
  }
}

@Suite struct CallTests {
  @Test("A typed call returns its reply, in process and over a socket", arguments: [false, true])
  func call(overSocket: Bool) async throws {
    let system = try EchoSystem(overSocket: overSocket)
    let reply = try await system.client.call(EchoAPI.Say(text: "ab", times: 2), meta: CallMeta(user: "u"))
    #expect(reply == EchoAPI.Say.Reply(text: "abab", user: "u"))
    let now = try await system.client.call(EchoAPI.SayNow(text: "c"))
    #expect(now == EchoAPI.Say.Reply(text: "c", user: nil))
  }

  @Test("Hundreds of concurrent calls each get their own reply", arguments: [false, true])
  func many(overSocket: Bool) async throws {
    let system = try EchoSystem(overSocket: overSocket)
    let client = system.client
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<500 {
        group.addTask { try await client.call(EchoAPI.Say(text: "\(number)")).text == "\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("Sends a megabyte both ways, and three megabytes back in a frame")
  func large() async throws {
    let system = try EchoSystem(overSocket: true)
    let text = String(repeating: "x", count: 1 << 20)
    #expect(try await system.client.call(EchoAPI.Say(text: text)).text.utf8.count == 1 << 20)
    #expect(try await system.client.call(EchoAPI.Say(text: text, times: 3)).text.utf8.count == 3 << 20)
  }

  @Test("A call or reply that does not fit a frame fails only that call")
  func tooLarge() async throws {
    let system = try EchoSystem(overSocket: true)
    let text = String(repeating: "x", count: 1 << 20)
    let back = await #expect(throws: Fault.self) { try await system.client.call(EchoAPI.Say(text: text, times: 5)) }
    #expect(back?.code == .internal)
    let there = await #expect(throws: Fault.self) {
      try await system.client.call(EchoAPI.Say(text: String(repeating: "x", count: 5 << 20)))
    }
    #expect(there?.code == .invalid)
    #expect(try await system.client.call(EchoAPI.Say(text: "still there")).text == "still there")
  }

  @Test("Faults arrive as thrown, and unexpected errors do not reveal details")
  func faults() async throws {
    let system = try EchoSystem(overSocket: false)
    for code in Fault.Code.allCases {
      let fault = await #expect(throws: Fault.self) { try await system.client.call(EchoAPI.Fail(code: code)) }
      #expect(fault == Fault(code, "as asked"))
    }
    let mistake = await #expect(throws: Fault.self) { try await system.client.call(EchoAPI.Fail(code: nil)) }
    #expect(mistake?.code == .internal)
    #expect(mistake?.message.contains("Unexpected") == false)
    let unserved = await #expect(throws: Fault.self) { try await system.client.call(EchoAPI.Unserved()) }
    #expect(unserved == Fault(.unknownMethod, "echo has no method 'echo.unserved'"))
  }

  @Test("Rejects calls above the limit at once, and the others continue")
  func overload() async throws {
    let system = try EchoSystem(overSocket: true, maxInFlight: 2)
    let (client, gate) = (system.client, system.gate)
    let waiting = [Task { try await client.call(EchoAPI.Wait()) }, Task { try await client.call(EchoAPI.Wait()) }]
    #expect(try await eventually { gate.arrived == 2 })
    let fault = await #expect(throws: Fault.self) { try await client.call(EchoAPI.Say(text: "x")) }
    #expect(fault?.code == .overloaded)
    gate.open()
    for task in waiting { _ = try await task.value }
    #expect(try await client.call(EchoAPI.Say(text: "x")).text == "x")
  }

  @Test("Every service returns its description, health and metrics")
  func builtIns() async throws {
    let system = try EchoSystem(overSocket: false)
    #expect(try await system.client.call(CheckHealth()).status == .ok)
    _ = try await system.client.call(EchoAPI.Say(text: "x"))
    let entries = try await system.client.call(DescribeMethods()).methods
    let health = entries.first { $0.method == "health.check" }?.result[property: "details"]?.shape
    #expect(health?.additional.first?.types == ["string", "integer", "number", "boolean"])
    #expect(
      entries.map(\.method) == [
        "echo.fail", "echo.say", "echo.sayNow", "echo.wait", "health.check", "metrics.scrape", "rpc.describe",
      ])
    let text = try await system.client.call(ScrapeMetrics()).text
    #expect(text.contains("waymark_rpc_calls_total{service=\"echo\",method=\"echo.say\",code=\"ok\"} 1\n"))
  }
}
