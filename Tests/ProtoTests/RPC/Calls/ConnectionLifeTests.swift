import CBOR
import Glibc
import Loop
import Synchronization
import Testing

@testable import RPC

@Suite struct ConnectionLifeTests {
  @Test("While the service is away calls fail at once; once it is there they do not")
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

  @Test("Draining finishes what is in flight, and takes nothing new")
  func drain() async throws {
    let system = try EchoSystem(overSocket: true)
    let (client, gate, server) = (system.client, system.gate, system.server)
    let waiting = Task { try await client.call(EchoAPI.Wait()) }
    #expect(try await eventually { gate.arrived == 1 })
    let drained = Task { await server.drain(timeoutMilliseconds: 10_000) }
    let isRefusing = try await eventually {
      do {
        _ = try await client.call(EchoAPI.Say(text: "x"))
        return false
      } catch let fault as Fault {
        return fault.code == .unavailable
      }
    }
    #expect(isRefusing)
    gate.open()
    _ = try await waiting.value
    await drained.value
  }

  @Test("Calls that wait for something are answered when the service stops: it does not wait for them")
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

  @Test("A call that is taken back is cancelled where it waits, and its caller is answered at once")
  func takenBack() async throws {
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

  @Test("A drain whose time is up cuts off what is left")
  func drainTimeout() async throws {
    let system = try EchoSystem(overSocket: true)
    let (client, gate) = (system.client, system.gate)
    let waiting = Task { try await client.call(EchoAPI.Wait()) }
    #expect(try await eventually { gate.arrived == 1 })
    await system.server.drain(timeoutMilliseconds: 10)
    let fault = await #expect(throws: Fault.self) { try await waiting.value }
    #expect(fault?.code == .unavailable)
    #expect(try await eventually { gate.cancelled == 1 })
  }

  @Test("A raw call is answered on the loop, and never from within the sending")
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

  @Test("An argument that is not one item is kept from the connection")
  func rawRubbish() async throws {
    let system = try EchoSystem(overSocket: false)
    let (loop, link) = (system.loop, system.client.link)
    for rubbish: [UInt8] in [[], [0xFF], [0x01, 0x02], Array(repeating: 0x81, count: 70)] {
      let code: Fault.Code? = await withCheckedContinuation { continuation in
        loop.execute {
          link.send(method: "echo.say", meta: CallMeta(), argument: rubbish) { answer in
            guard case .fault(let fault) = answer else { return continuation.resume(returning: nil) }
            continuation.resume(returning: fault.code)
          }
        }
      }
      #expect(code == .invalid)
    }
    #expect(try await system.client.call(EchoAPI.Say(text: "x")).text == "x")
  }

  @Test("A stranger's connection is closed before a byte of it is read or answered")
  func stranger() async throws {
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
