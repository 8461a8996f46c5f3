import CBOR
import Glibc
import Loop
import Synchronization
import Testing

@testable import RPC

/// An answer of any size.
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

/// An answer whose bytes the handler makes.
private struct FetchEncoded: Method {
  typealias API = EchoAPI
  typealias Reply = Fetch.Reply
  static let name = "echo.fetchEncoded"
  var bytes: Int
}

/// An answer that is not made before the gate opens.
private struct FetchSlowly: Method {
  typealias API = EchoAPI
  typealias Reply = Fetch.Reply
  static let name = "echo.fetchSlowly"
  init() {}
}

/// A service with large answers, and how many bytes of them it has made.
private final class BulkSystem: Sendable {
  let loop: Loop
  let place: TemporarySocket
  let gate = Gate()
  let counter = Mutex(0)
  static let reply = 3 << 20
  /// Of the largest there are, so many are made for a peer at once.
  static let atOnce = RPCLimits.replyBytes / RPCLimits.replyShares / RPCLimits.frameBytes

  var made: Int { counter.withLock { $0 } }

  /// `patience` with peers that do not read is so long that a slow machine sees none parted with, unless a test wants
  /// it.
  init(patience: Int = 600_000) throws {
    loop = try Loop.spawn()
    place = try TemporarySocket()
    let router = echoRouter(gate: gate)
    router.serve(bulk: { $0.bytes }) { (call: Fetch, _) in self.make(call.bytes) }
    router.serveLater(bulk: { $0.bytes }) { (call: FetchLater, _, open) in
      open.answer { self.make(call.bytes) }
    }
    router.serve(bulk: { $0.bytes }, encoded: { (call: FetchEncoded, _) in try Encoded(self.make(call.bytes)) })
    router.serve(bulk: { _ in RPCLimits.frameBytes }) { (_: FetchSlowly, _) in
      try await self.gate.wait()
      return self.make(Self.reply)
    }
    try RPCServer(loop: loop, router: router, owner: geteuid(), patience: patience).listen(path: place.path)
  }

  private func make(_ count: Int) -> Fetch.Reply {
    counter.withLock { $0 += count }
    return Fetch.Reply(bytes: Array(repeating: 1, count: count))
  }

  func client() -> Client<EchoAPI> { Client(loop: loop, path: place.path) }

  func stop() {
    gate.open()
    loop.stop()
    place.remove()
  }
}

@Suite struct BulkTests {
  @Test("Large answers are made as they are read, all of them, by each kind of handler")
  func all() async throws {
    let system = try BulkSystem()
    defer { system.stop() }
    let client = system.client()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        let meta = CallMeta(user: "\(number % 7)")
        group.addTask {
          switch number % 3 {
          case 0: try await client.call(Fetch(bytes: 1 << 20), meta: meta).bytes.count
          case 1: try await client.call(FetchLater(bytes: 1 << 20), meta: meta).bytes.count
          default: try await client.call(FetchEncoded(bytes: 1 << 20), meta: meta).bytes.count
          }
        }
      }
      for try await count in group { #expect(count == 1 << 20) }
    }
    #expect(system.made == 60 << 20)
  }

  @Test("For peers that do not read no more is made than their shares, and others are answered meanwhile")
  func unread() async throws {
    let system = try BulkSystem()
    defer { system.stop() }
    var unreading = try RawPeer(connectingTo: system.place.path)
    defer { unreading.close() }
    try unreading.sayHello()
    for call in 1...20 { try unreading.request(UInt32(call), Fetch(bytes: BulkSystem.reply), user: "u") }
    let client = system.client()
    #expect(try await eventually { system.made >= BulkSystem.reply })
    #expect(try await client.call(EchoAPI.Say(text: "small")).text == "small")
    #expect(try await client.call(Fetch(bytes: BulkSystem.reply)).bytes.count == BulkSystem.reply)
    #expect(system.made <= RPCLimits.replyBytes / 2 + BulkSystem.reply)
    // What it reads at last is all there.
    for _ in 0..<20 { #expect(try unreading.next(.reply) != nil) }
    #expect(system.made == 21 * BulkSystem.reply)
  }

  @Test("Many peers that do not read take the budget together and no more")
  func manyUnread() async throws {
    let system = try BulkSystem()
    defer { system.stop() }
    let peers = try askAndNotRead(system)
    defer { for peer in peers { peer.close() } }
    let client = system.client()
    #expect(try await eventually { system.made >= RPCLimits.replyBytes / 2 })
    #expect(try await client.call(EchoAPI.Say(text: "small")).text == "small")
    // What the kernel has taken for a peer is not the service's any more.
    #expect(system.made <= RPCLimits.replyBytes + peers.count * (256 << 10))
  }

  @Test("Peers that do not read are parted with where others wait for the room that they hold")
  func parted() async throws {
    let system = try BulkSystem(patience: 10)
    defer { system.stop() }
    let peers = try askAndNotRead(system)
    defer { for peer in peers { peer.close() } }
    let meta = CallMeta(deadline: 120_000)
    #expect(try await system.client().call(Fetch(bytes: BulkSystem.reply), meta: meta).bytes.count == BulkSystem.reply)
  }

  private func askAndNotRead(_ system: BulkSystem) throws -> [RawPeer] {
    let peers = try (0..<20).map { _ in try RawPeer(connectingTo: system.place.path) }
    for peer in peers {
      try peer.sayHello()
      for call in 1...10 { try peer.request(UInt32(call), FetchLater(bytes: BulkSystem.reply)) }
    }
    return peers
  }

  @Test("A call that waits for room keeps its deadline and can be cancelled, and nothing is made for it")
  func deadline() async throws {
    let system = try BulkSystem()
    defer { system.stop() }
    let client = system.client()
    let slow = (0..<BulkSystem.atOnce).map { _ in Task { try await client.call(FetchSlowly()) } }
    #expect(try await eventually { system.gate.arrived == BulkSystem.atOnce })
    let late = await #expect(throws: Fault.self) {
      try await client.call(Fetch(bytes: BulkSystem.reply), meta: CallMeta(deadline: 50))
    }
    #expect(late?.code == .deadlineExceeded)
    let given = Task { try await client.call(Fetch(bytes: BulkSystem.reply)) }
    given.cancel()
    #expect(await #expect(throws: Fault.self) { try await given.value }?.code == .cancelled)
    #expect(try await client.call(EchoAPI.Say(text: "small")).text == "small")
    system.gate.open()
    for task in slow { #expect(try await task.value.bytes.count == BulkSystem.reply) }
    #expect(system.made == BulkSystem.atOnce * BulkSystem.reply)
  }

  @Test("More that wait than there is room for are refused at once")
  func tooMany() async throws {
    let system = try BulkSystem()
    defer { system.stop() }
    let client = system.client()
    let slow = (0..<BulkSystem.atOnce).map { _ in Task { try await client.call(FetchSlowly()) } }
    #expect(try await eventually { system.gate.arrived == BulkSystem.atOnce })
    var other = try RawPeer(connectingTo: system.place.path)
    defer { other.close() }
    try other.sayHello()
    for call in 1...UInt32(BulkSystem.atOnce + 1) { try other.request(call, FetchSlowly(), user: "u") }
    #expect(try await eventually { system.gate.arrived >= 2 * BulkSystem.atOnce })
    for call in UInt32(BulkSystem.atOnce + 2)...UInt32(RPCLimits.callsInFlight) {
      try other.request(call, Fetch(bytes: 1), user: "u")
    }
    var third = try RawPeer(connectingTo: system.place.path)
    defer { third.close() }
    try third.sayHello()
    for call in 1...10 { try third.request(UInt32(call), Fetch(bytes: 1), user: "light") }
    let frame = try #require(try other.next(.fault))
    #expect(try CBORDecoder.decode(Fault.self, from: frame.payload).code == .overloaded)
    system.gate.open()
    for _ in 1...10 { #expect(try third.next()?.kind != .fault) }
    for task in slow { _ = try await task.value }
  }
}
