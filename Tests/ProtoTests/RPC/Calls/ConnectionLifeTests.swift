import CBOR
import Glibc
import Loop
import Synchronization
import Testing

@testable import RPC

@Suite struct ConnectionLifeTests {
  @Test("Calls fail at once while the service is absent, and succeed when it is back")
  func reconnect() async throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let client = Client<EchoAPI>(loop: loop, path: place.path)
    let away = await #expect(throws: Fault.self) { try await client.call(EchoAPI.Say(text: "x")) }
    #expect(away == Fault(.unavailable, "echo is unavailable"))
    for _ in 0..<3 {
      let server = RPCServer(loop: loop, router: echoRouter())
      try server.listen(path: place.path)
      let isBack = try await eventually { (try? await client.call(EchoAPI.Say(text: "x")))?.text == "x" }
      #expect(isBack)
      await server.drain(timeoutMilliseconds: 5_000)
    }
  }

  @Test("Draining completes calls in flight and takes no new ones")
  func drain() async throws {
    let system = try EchoSystem(overSocket: true)
    let (client, gate, server) = (system.client, system.gate, system.server)
    let waiting = Task { try await client.call(EchoAPI.Wait()) }
    #expect(try await eventually { gate.arrived == 1 })
    let drained = Task { await server.drain(timeoutMilliseconds: 600_000) }
    let isRejecting = try await eventually {
      do {
        _ = try await client.call(EchoAPI.Say(text: "x"))
        return false
      } catch let fault as Fault {
        return fault.code == .unavailable
      }
    }
    #expect(isRejecting)
    gate.open()
    _ = try await waiting.value
    await drained.value
  }

  @Test("A draining service ends calls that wait for an event")
  func drainWaits() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let gate = Gate()
    let router = echoRouter(gate: gate)
    router.draining = { gate.open() }
    let server = RPCServer(loop: loop, router: router)
    let link = ServiceLink(inProcess: server, service: EchoAPI.service)
    let answered = Mutex(false)
    loop.execute {
      link.send(method: EchoAPI.Wait.name, meta: CallMeta(deadline: 60_000), argument: [0xA0]) { answer in
        if case .reply = answer { answered.withLock { $0 = true } }
      }
    }
    #expect(try await eventually { gate.arrived == 1 })
    await server.drain(timeoutMilliseconds: 60_000)
    #expect(answered.withLock { $0 })
  }

  @Test("Cancelling a call cancels its handler and completes it at once")
  func cancelled() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let gate = Gate()
    let server = RPCServer(loop: loop, router: echoRouter(gate: gate))
    let link = ServiceLink(inProcess: server, service: EchoAPI.service)
    let faults = Mutex<[Fault.Code]>([])
    let sent = LoopLocal<CancellableCall?>(loop, nil)
    loop.execute {
      sent.value = link.sendCancellable(
        method: EchoAPI.Wait.name, meta: CallMeta(deadline: 60_000), argument: [0xA0]
      ) { answer in
        if case .fault(let fault) = answer { faults.withLock { $0.append(fault.code) } }
      }
    }
    #expect(try await eventually { gate.arrived == 1 })
    loop.execute {
      sent.value?.cancel()
      sent.value?.cancel()
    }
    #expect(try await eventually { gate.cancelled == 1 })
    #expect(try await eventually { faults.withLock { $0 } == [.cancelled] })
    #expect(gate.arrived == 1)
  }

  @Test("The completion of a raw call runs on the loop after `send` has returned")
  func rawCall() async throws {
    let system = try EchoSystem(overSocket: false)
    let (loop, link) = (system.loop, system.client.link)
    let argument = try CBOREncoder.encode(EchoAPI.Say(text: "raw"))
    let seen: (String, [UInt8]) = await withCheckedContinuation { continuation in
      loop.execute {
        let order = LoopLocal(onLoop: loop, "")
        link.send(method: "echo.say", meta: CallMeta(), argument: argument) { answer in
          guard case .reply(let bytes, _) = answer else { return }
          continuation.resume(returning: (order.value + "answered", Array(bytes)))
        }
        order.value += "sent, "
      }
    }
    #expect(seen.0 == "sent, answered")
    #expect(try CBORDecoder.decode(EchoAPI.Say.Reply.self, from: seen.1).text == "raw")
  }

  @Test("Rejects an argument that is not one item before sending it")
  func malformedArgument() async throws {
    let system = try EchoSystem(overSocket: false)
    let (loop, link) = (system.loop, system.client.link)
    for argument: [UInt8] in [[], [0xFF], [0x01, 0x02], Array(repeating: 0x81, count: 70)] {
      let code: Fault.Code? = await withCheckedContinuation { continuation in
        loop.execute {
          link.send(method: "echo.say", meta: CallMeta(), argument: argument) { answer in
            guard case .fault(let fault) = answer else { return continuation.resume(returning: nil) }
            continuation.resume(returning: fault.code)
          }
        }
      }
      #expect(code == .invalid)
    }
    #expect(try await system.client.call(EchoAPI.Say(text: "x")).text == "x")
  }

  @Test("Closes a connection of another user before reading or writing a byte")
  func otherUser() async throws {
    let place = try TemporarySocket()
    defer { place.remove() }
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let server = RPCServer(loop: loop, router: echoRouter(), owner: geteuid() + 1)
    try server.listen(path: place.path)
    let socket = try UnixSocket.connect(path: place.path)
    defer { close(socket) }
    var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 5_000) == 1)
    var byte: UInt8 = 0
    #expect(recv(socket, &byte, 1, 0) == 0)
    let friendly = RPCServer(loop: loop, router: echoRouter(), users: [geteuid()], owner: geteuid() + 1)
    await server.drain(timeoutMilliseconds: 1_000)
    try friendly.listen(path: place.path)
    let client = Client<EchoAPI>(loop: loop, path: place.path)
    #expect(try await client.call(EchoAPI.Say(text: "x")).text == "x")
  }
}
