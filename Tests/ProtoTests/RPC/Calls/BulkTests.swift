import CBOR
import Loop
import Synchronization
import Testing
import VirtualLoop

@testable import RPC

/// A reply of any size.
private struct Fetch: Method {
  typealias API = EchoAPI
  static let name = "echo.fetch"
  var bytes: Int

  struct Reply: Codable, Sendable {
    var bytes: [UInt8]
  }
}

private struct FetchLater: Method {
  typealias API = EchoAPI
  typealias Reply = Fetch.Reply
  static let name = "echo.fetchLater"
  var bytes: Int
}

/// A reply that the handler encodes.
private struct FetchEncoded: Method {
  typealias API = EchoAPI
  typealias Reply = Fetch.Reply
  static let name = "echo.fetchEncoded"
  var bytes: Int
}

/// A reply that is made when the gate opens.
private struct FetchSlowly: Method {
  typealias API = EchoAPI
  typealias Reply = Fetch.Reply
  static let name = "echo.fetchSlowly"
  init() {}
}

/// A service with large replies, which counts the bytes that it makes.
private final class BulkSystem {
  static let reply = 3 << 20
  /// The number of largest replies that are made for a peer at once.
  static let atOnce = RPCLimits.replyBytes / RPCLimits.replyShares / RPCLimits.frameBytes

  let simulation: Simulation
  let echo: SimulatedEcho
  private let counter = Counter()

  private final class Counter: Sendable {
    let bytes = Mutex(0)

    func make(_ count: Int) -> Fetch.Reply {
      bytes.withLock { $0 += count }
      return Fetch.Reply(bytes: Array(repeating: 1, count: count))
    }
  }

  init(_ simulation: Simulation) {
    self.simulation = simulation
    let (counter, gate) = (counter, Gate())
    echo = SimulatedEcho(simulation, gate: gate) { router in
      router.serve(bulk: { $0.bytes }) { (call: Fetch, _) in counter.make(call.bytes) }
      router.serveLater(bulk: { $0.bytes }) { (call: FetchLater, _, open) in
        open.send { counter.make(call.bytes) }
      }
      router.serve(bulk: { $0.bytes }, encoded: { (call: FetchEncoded, _) in try Encoded(counter.make(call.bytes)) })
      router.serve(bulk: { _ in RPCLimits.frameBytes }) { (_: FetchSlowly, _) in
        try await gate.wait()
        return counter.make(BulkSystem.reply)
      }
    }
  }

  var made: Int { counter.bytes.withLock { $0 } }
  var gate: Gate { echo.gate }

  func fetch<M: Method>(_ method: M, deadline: Int? = nil, user: String? = nil) -> SimulatedEcho.Call
  where M.API == EchoAPI, M.Reply == Fetch.Reply {
    echo.begin(method, deadline: deadline, user: user) { "\($0.bytes.count)" }
  }

  /// A peer that has sent its hello and reads nothing by itself.
  func connect() throws -> SimulatedPeer {
    let (ours, theirs) = simulation.makePair()
    let (loop, server) = (echo.serviceLoop, echo.server)
    loop.execute { server.serve(SocketStream(loop: loop, adopting: theirs)) }
    let peer = SimulatedPeer(loop, ours)
    try peer.sayHello()
    return peer
  }
}

@Suite(.serialized) struct BulkTests {
  @Test("All large replies arrive, from each kind of handler")
  func all() {
    Simulation.run { simulation in
      let system = BulkSystem(simulation)
      let calls = (0..<60).map { number in
        let user = "\(number % 7)"
        return switch number % 3 {
        case 0: system.fetch(Fetch(bytes: 1 << 20), user: user)
        case 1: system.fetch(FetchLater(bytes: 1 << 20), user: user)
        default: system.fetch(FetchEncoded(bytes: 1 << 20), user: user)
        }
      }
      simulation.settle()
      for call in calls { #expect(call.text == "\(1 << 20)") }
      #expect(system.made == 60 << 20)
    }
  }

  @Test("A peer that does not read gets at most its quota of replies, and others are served meanwhile")
  func unread() throws {
    try Simulation.run { simulation in
      let system = BulkSystem(simulation)
      var unreading = try system.connect()
      for call in 1...20 { try unreading.request(UInt32(call), Fetch(bytes: BulkSystem.reply), user: "u") }
      simulation.settle()
      #expect(system.made >= BulkSystem.reply)
      #expect(system.echo.say("small").text == "small")
      let fetched = system.fetch(Fetch(bytes: BulkSystem.reply))
      simulation.settle()
      #expect(fetched.text == "\(BulkSystem.reply)")
      #expect(system.made <= RPCLimits.replyBytes / 2 + BulkSystem.reply)
      var replies = 0
      while simulation.until(withinMilliseconds: 1_000, { simulation.hasInput(for: unreading.descriptor) }) {
        while try unreading.next(.reply) != nil { replies += 1 }
      }
      #expect(replies == 20)
      #expect(system.made == 21 * BulkSystem.reply)
    }
  }

  @Test("Peers that do not read use at most the budget together")
  func manyUnread() throws {
    try Simulation.run { simulation in
      let system = BulkSystem(simulation)
      let peers = try askWithoutReading(system)
      simulation.settle()
      #expect(system.made >= RPCLimits.replyBytes / 2)
      #expect(system.echo.say("small").text == "small")
      // Bytes in a stream's buffer no longer belong to the service.
      #expect(system.made <= RPCLimits.replyBytes + peers.count * simulation.capacity)
    }
  }

  @Test("Peers that do not read are closed after a while when other calls wait for their memory")
  func idleReaders() throws {
    try Simulation.run { simulation in
      let system = BulkSystem(simulation)
      let peers = try askWithoutReading(system)
      simulation.settle()
      let call = system.fetch(Fetch(bytes: BulkSystem.reply), deadline: 120_000, user: "light")
      #expect(simulation.until { call.isDone })
      #expect(call.text == "\(BulkSystem.reply)")
      let patience = RPCLimits.unreadPatienceMilliseconds
      #expect((patience...patience + 2 * RPCLimits.shortageCheckMilliseconds).contains(call.milliseconds))
      withExtendedLifetime(peers) {}
    }
  }

  private func askWithoutReading(_ system: BulkSystem) throws -> [SimulatedPeer] {
    let peers = try (0..<20).map { _ in try system.connect() }
    for peer in peers {
      for call in 1...10 { try peer.request(UInt32(call), FetchLater(bytes: BulkSystem.reply)) }
    }
    return peers
  }

  @Test("A call that waits for memory keeps its deadline and can be cancelled, and no reply is made for it")
  func deadline() throws {
    try Simulation.run { simulation in
      let system = BulkSystem(simulation)
      let slow = (0..<BulkSystem.atOnce).map { _ in system.fetch(FetchSlowly()) }
      simulation.settle()
      #expect(system.gate.arrived == BulkSystem.atOnce)
      let late = system.fetch(Fetch(bytes: BulkSystem.reply), deadline: 50)
      #expect(simulation.until { late.isDone })
      #expect(late.fault?.code == .deadlineExceeded && late.milliseconds == 50)
      let (client, loop) = (system.echo.client, system.echo.clientLoop)
      let task = Task(executorPreference: loop) { try await client.call(Fetch(bytes: BulkSystem.reply)) }
      simulation.settle()
      task.cancel()
      let fault = try simulation.wait(on: loop) { await #expect(throws: Fault.self) { try await task.value } }
      #expect(fault?.code == .cancelled)
      #expect(system.echo.say("small").text == "small")
      system.gate.open()
      simulation.settle()
      for call in slow { #expect(call.text == "\(BulkSystem.reply)") }
      #expect(system.made == BulkSystem.atOnce * BulkSystem.reply)
    }
  }

  @Test("Too many waiting calls are rejected, those of the user with most of them first")
  func tooMany() throws {
    try Simulation.run { simulation in
      let system = BulkSystem(simulation)
      let slow = (0..<BulkSystem.atOnce).map { _ in system.fetch(FetchSlowly()) }
      simulation.settle()
      var other = try system.connect()
      for call in 1...UInt32(BulkSystem.atOnce + 1) { try other.request(call, FetchSlowly(), user: "u") }
      simulation.settle()
      #expect(system.gate.arrived >= 2 * BulkSystem.atOnce)
      for call in UInt32(BulkSystem.atOnce + 2)...UInt32(RPCLimits.callsInFlight) {
        try other.request(call, Fetch(bytes: 1), user: "u")
      }
      var third = try system.connect()
      for call in 1...10 { try third.request(UInt32(call), Fetch(bytes: 1), user: "light") }
      simulation.settle()
      let frame = try #require(try other.next(.fault))
      #expect(try CBORDecoder.decode(Fault.self, from: frame.payload).code == .overloaded)
      system.gate.open()
      simulation.settle()
      for _ in 1...10 { #expect(try third.next(.reply) != nil) }
      #expect(try third.next() == nil)
      for call in slow { #expect(call.text == "\(BulkSystem.reply)") }
    }
  }
}
