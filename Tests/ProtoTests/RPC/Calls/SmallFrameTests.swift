import CBOR
import Glibc
import Loop
import Testing

@testable import RPC

/// Faults of any size.
private struct Complain: Method {
  typealias API = EchoAPI
  typealias Reply = Nothing
  static let name = "echo.complain"
  var fields: Int
  var messageBytes: Int
  var hasBrokenDetail: Bool
}

@Suite struct SmallFrameTests {
  private func system() throws -> (loop: Loop, place: TemporarySocket) {
    let loop = try Loop.spawn()
    let place = try TemporarySocket()
    let router = echoRouter()
    router.serveNow { (call: Complain, _) in
      throw Fault(
        .conflict, String(repeating: "é", count: call.messageBytes / 2),
        fields: (0..<call.fields).map { Fault.Field(field: "works[\($0)].title", message: "is too long") },
        detail: call.hasBrokenDetail ? RawCBOR(bytes: [0xFF]) : nil)
    }
    try RPCServer(loop: loop, router: router).listen(path: place.path)
    return (loop, place)
  }

  @Test("A hello with a `maxFrame` too small for faults gets a goaway", arguments: [0, 5, 60, 75, 4_095, -1])
  func tooSmall(maxFrame: Int) throws {
    let (loop, place) = try system()
    defer {
      loop.stop()
      place.remove()
    }
    var peer = try RawPeer(connectingTo: place.path)
    defer { peer.close() }
    try peer.sayHello(maxFrame: maxFrame)
    try peer.request(1, EchoAPI.Say(text: "x"))
    #expect(try peer.next()?.kind == .hello)
    let goaway = try #require(try peer.next())
    #expect(goaway.kind == .goaway)
    #expect(try CBORDecoder.decode(Goaway.self, from: goaway.payload).reason == "hello: maxFrame must be at least 4096")
    #expect(try peer.next() == nil)
  }

  @Test("Every fault fits the peer's frames and keeps its code")
  func faultsFit() throws {
    let (loop, place) = try system()
    defer {
      loop.stop()
      place.remove()
    }
    var peer = try RawPeer(connectingTo: place.path)
    defer { peer.close() }
    try peer.sayHello(maxFrame: 4_096)
    try peer.request(1, EchoAPI.Say(text: "0123456789", times: 1_000))
    let long = String(repeating: "m\u{301}", count: 1_000)
    peer.send(.request, 2, RequestBytes(method: long).bytes)
    try peer.request(3, Complain(fields: 1_000, messageBytes: 10, hasBrokenDetail: false))
    try peer.request(4, Complain(fields: 0, messageBytes: 100_000, hasBrokenDetail: false))
    try peer.request(5, Complain(fields: 0, messageBytes: 10, hasBrokenDetail: true))
    try peer.request(6, Complain(fields: 2, messageBytes: 10, hasBrokenDetail: false))
    let codes: [Fault.Code] = [.internal, .unknownMethod, .conflict, .conflict, .conflict, .conflict]
    for (index, code) in codes.enumerated() {
      let frame = try #require(try peer.next(.fault))
      #expect(frame.encoded.count - 4 <= 4_096)
      let fault = try CBORDecoder.decode(Fault.self, from: frame.payload)
      #expect(frame.call == UInt32(index + 1) && fault.code == code)
      #expect((fault.fields?.count ?? 0) == (index == 5 ? 2 : 0))
    }
    peer.send(.ping, 7)
    #expect(try peer.next()?.kind == .pong)
  }

  @Test("A client leaves a service with a too small `maxFrame`")
  func smallService() async throws {
    for (maxFrame, line) in [(4_095, "end: hello: maxFrame must be at least 4096"), (4_096, "opened s")] {
      var connection = ClientConnection<String>()
      let hello = try CBOREncoder.encode(Hello(service: "s", build: "", maxFrame: maxFrame))
      #expect(ClientTranscript.receive(&connection, .hello, 0, hello) == line)
      #expect(connection.isOpen == (maxFrame == 4_096))
    }
  }

  @Test("Long names from a peer are clipped in messages")
  func repeatedWords() throws {
    let name = String(repeating: "n", count: 100_000)
    var script = ServerTranscript(greeted: false)
    #expect(script.receive(.hello, 0, try CBOREncoder.encode(Hello(service: name, build: name))) == "-")
    #expect(script.connection.peer?.service.utf8.count == CBORLimits.nameBytes)
    var writer = CBORWriter()
    writer.map(2)
    for _ in 0..<2 {
      writer.text(name)
      writer.null()
    }
    var other = ServerTranscript(greeted: false)
    #expect(other.receive(.hello, 0, writer.bytes).utf8.count < CBORLimits.messageBytes + 10)
  }

  @Test(
    "A text is clipped at character boundaries",
    arguments: [
      ("", 4, ""), ("abcd", 4, "abcd"), ("abcde", 4, "a…"), ("ééé", 5, "é…"), ("ééé", 4, "…"), ("😀😀", 7, "😀…"),
    ])
  func clipped(text: String, limit: Int, result: String) {
    #expect(text.clipped(toBytes: limit) == result)
  }
}
