import CBOR
import Loop
import Testing

@testable import RPC

@Suite struct ServerConnectionTests {
  @Test("A call gets one response, and its id can be used again")
  func callAndAnswer() {
    var script = ServerTranscript()
    #expect(script.request(7, "a") == "start 7 #1 a")
    #expect(script.finish(7, 1) == "answered")
    #expect(script.request(7, "b") == "start 7 #2 b")
    #expect(script.finish(7, 1) == "dropped")
    #expect(script.finish(7, 2) == "answered")
    #expect(script.connection.inFlight == 0)
  }

  @Test("Frames before hello end the connection")
  func beforeHello() {
    for kind in Frame.Kind.allCases where kind != .hello {
      var script = ServerTranscript(greeted: false)
      #expect(script.receive(kind, 1) == "end: the first frame must be hello, not \(kind)")
      #expect(script.hello() == "-")
      #expect(script.connection.peer == nil)
    }
  }

  @Test(
    "An invalid hello ends the connection",
    arguments: [
      ([0xA1, 0x61, 0x76, 0x02], "version 2 is not supported; use version 1"),
      ([0xA0], "hello: v is required"),
      ([0xA1, 0x61, 0x76, 0x01], "hello: "),
      ([0xA1, 0x61, 0x76, 0x61, 0x31], "hello: v "),
      ([0xF6], "hello: "),
    ] as [([UInt8], String)])
  func wrongHello(payload: [UInt8], reason: String) {
    var script = ServerTranscript(greeted: false)
    let line = script.receive(.hello, 0, payload)
    #expect(line.hasPrefix("end: \(reason)"), "\(line)")
  }

  @Test("Limits of a hello can be as large as any integer", arguments: [5_000, UInt64(Int64.max) + 1, .max])
  func largeHello(bound: UInt64) throws {
    struct Sent: Encodable {
      var v = 1
      var service = "test"
      var build = ""
      var maxFrame: UInt64
      var maxInFlight: UInt64
    }
    var script = ServerTranscript(greeted: false)
    let hello = try CBOREncoder.encode(Sent(maxFrame: bound, maxInFlight: bound))
    #expect(script.receive(.hello, 0, hello) == "-")
    #expect(script.connection.maxFrame == min(RPCLimits.frameBytes, Int(clamping: bound)))
    #expect(script.request(7) == "start 7 #1 m")
  }

  @Test("Protocol violations end the connection")
  func confusedPeer() {
    let cases: [(Frame.Kind, UInt32, [UInt8], String)] = [
      (.request, 0, RequestBytes(method: "m").bytes, "end: a request with call 0"),
      (.reply, 3, [0xF6], "end: a reply for a call that was not made"),
      (.fault, 3, [0xA0], "end: a fault for a call that was not made"),
      (.ping, 3, [0x01], "end: the payload of a ping must be null"),
      (.cancel, 3, [0x01], "end: the payload of a cancel must be null"),
    ]
    for (kind, call, payload, line) in cases {
      var script = ServerTranscript()
      #expect(script.receive(kind, call, payload) == line)
      #expect(script.request(9) == "-", "nothing is done after the end")
    }
    var twice = ServerTranscript()
    #expect(twice.hello() == "end: duplicate hello")
    var twin = ServerTranscript()
    #expect(twin.request(5) == "start 5 #1 m")
    #expect(twin.request(5) == "end: call 5 is in flight already")
  }

  @Test("A pong has the call of its ping")
  func ping() {
    var script = ServerTranscript()
    #expect(script.receive(.ping, 0) == "pong 0")
    #expect(script.receive(.ping, 4_294_967_295) == "pong 4294967295")
    #expect(script.receive(.pong, 1) == "-")
  }

  @Test("CBOR that is not a request fails only that call")
  func shapelessRequests() {
    let payloads: [[UInt8]] = [
      [0xF6], [0x80], [0x82, 0x61, 0x6D, 0xA0], [0x83, 0x01, 0xA0, 0xF6], [0x83, 0x61, 0x6D, 0x80, 0xF6],
      [0x84, 0x61, 0x6D, 0xA0, 0xF6, 0xF6], [0x9F, 0x61, 0x6D, 0xA0, 0xFF], [0x9F, 0xFF],
      [0x83, 0x61, 0x6D, 0xA1, 0x64, 0x75, 0x73, 0x65, 0x72, 0x01, 0xF6],
      [0x83, 0x61, 0x6D, 0xA1, 0x01, 0x01, 0xF6],
      [0x83, 0x61, 0x6D, 0xA2, 0x61, 0x78, 0x01, 0x61, 0x78, 0x01, 0xF6],
      [0x83, 0x61, 0x6D, 0xA1, 0x68] + Array("deadline".utf8) + [0x20, 0xF6],
    ]
    var script = ServerTranscript()
    for payload in payloads { #expect(script.receive(.request, 5, payload) == "invalid 5", "\(payload)") }
    #expect(script.request(5) == "start 5 #1 m")
  }

  @Test("Indefinite lengths are accepted, also for the request itself")
  func indefiniteRequest() {
    var script = ServerTranscript()
    let payload: [UInt8] = [
      0x9F, 0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF, 0xBF, 0x7F, 0x62, 0x75, 0x73, 0x62, 0x65, 0x72, 0xFF, 0x61, 0x75, 0xFF,
      0x9F, 0x01, 0xFF, 0xFF,
    ]
    #expect(script.receive(.request, 1, payload) == "start 1 #1 ab")
  }

  @Test("Calls above the limit fail at once, without effect on others")
  func overloaded() {
    var script = ServerTranscript(maxInFlight: 2)
    #expect(script.request(1) == "start 1 #1 m")
    #expect(script.request(2) == "start 2 #2 m")
    #expect(script.request(3) == "overloaded 3")
    #expect(script.finish(1, 1) == "answered")
    #expect(script.request(3) == "start 3 #3 m")
  }

  @Test("A cancelled call gets one response, its work is cancelled, and a late reply is dropped")
  func cancel() {
    var script = ServerTranscript()
    #expect(script.request(1) == "start 1 #1 m")
    script.connection.attach("work", call: 1, serial: 1)
    #expect(script.receive(.cancel, 1) == "stop 1 work")
    #expect(script.receive(.cancel, 1) == "-")
    #expect(script.finish(1, 1) == "dropped")
    #expect(script.receive(.cancel, 99) == "-")
  }

  @Test("A peer that starts and cancels endlessly is limited to a multiple of its calls")
  func leftovers() {
    var script = ServerTranscript(maxInFlight: 2)
    var serial: UInt64 = 0
    for _ in 0..<2 * RPCLimits.leftoverFactor {
      serial += 1
      #expect(script.request(1) == "start 1 #\(serial) m")
      #expect(script.receive(.cancel, 1) == "stop 1 -")
    }
    #expect(script.request(1) == "overloaded 1")
    #expect(script.finish(1, 1) == "dropped")
    #expect(script.request(1) == "start 1 #\(serial + 1) m")
  }

  @Test("Only calls whose deadline has passed expire")
  func deadline() {
    var script = ServerTranscript()
    #expect(script.request(1, deadline: 0) == "deadlineExceeded 1")
    #expect(script.request(1, deadline: 10) == "start 1 #1 m")
    #expect(script.request(2, deadline: 20) == "start 2 #2 m")
    #expect(script.request(3) == "start 3 #3 m")
    #expect(script.connection.nextDeadline == script.now + 10_000_000)
    #expect(script.connection.expire(now: script.now + 9_999_999).map(\.call) == [])
    #expect(script.connection.expire(now: script.now + 10_000_000).map(\.call) == [1])
    #expect(script.connection.nextDeadline == script.now + 20_000_000)
    #expect(script.finish(1, 1) == "dropped")
    #expect(script.finish(2, 2) == "answered")
  }

  @Test("A too long deadline is shortened to the longest allowed")
  func hugeDeadline() {
    var script = ServerTranscript()
    #expect(script.request(1, deadline: .max) == "start 1 #1 m")
    #expect(script.connection.nextDeadline == script.now + UInt64(RPCLimits.deadlineMilliseconds) * 1_000_000)
  }

  @Test("While draining, calls in flight complete and new ones are rejected")
  func drain() {
    var script = ServerTranscript()
    #expect(script.request(1) == "start 1 #1 m")
    #expect(script.connection.drain() == true)
    #expect(script.connection.drain() == false)
    #expect(script.request(2) == "unavailable 2")
    #expect(!script.connection.isFinished)
    #expect(script.finish(1, 1) == "answered")
    #expect(script.connection.isFinished)
  }

  @Test("A peer that sent goaway still gets its responses")
  func peerLeaves() {
    var script = ServerTranscript()
    #expect(script.request(1) == "start 1 #1 m")
    #expect(script.receive(.goaway, 0, [0xA0]) == "-")
    #expect(script.finish(1, 1) == "answered")
    #expect(script.connection.isFinished)
    var idle = ServerTranscript()
    #expect(idle.receive(.goaway, 0, [0xA0]) == "finished")
  }
}
