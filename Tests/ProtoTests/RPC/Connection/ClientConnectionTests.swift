import CBOR
import Loop
import Testing

@testable import RPC

@Suite struct ClientConnectionTests {
  private func receive(
    _ connection: inout ClientConnection<String>, _ kind: Frame.Kind, _ call: UInt32, _ payload: [UInt8] = [0xF6]
  ) -> String {
    ClientTranscript.receive(&connection, kind, call, payload)
  }

  private func greeted(maxInFlight: Int = 100) throws -> ClientConnection<String> {
    var connection = ClientConnection<String>()
    let hello = try CBOREncoder.encode(Hello(service: "s", build: "", maxInFlight: maxInFlight))
    #expect(receive(&connection, .hello, 0, hello) == "opened s")
    return connection
  }

  @Test("Responses reach their callers in any order")
  func answers() throws {
    var connection = try greeted()
    let first = try connection.begin("first", deadline: nil)
    let second = try connection.begin("second", deadline: nil)
    #expect(first != second && first != 0 && second != 0)
    #expect(receive(&connection, .reply, second) == "second: reply of 1")
    let fault = try CBOREncoder.encode(Fault(.notFound, "no"))
    #expect(receive(&connection, .fault, first, fault) == "first: notFound")
    #expect(connection.inFlight == 0)
    let third = try connection.begin("third", deadline: nil)
    #expect(![first, second].contains(third), "an old response does not complete a new call")
  }

  @Test("A response to no call, or a second response, ends the connection")
  func strayAnswer() throws {
    var connection = try greeted()
    let call = try connection.begin("call", deadline: nil)
    #expect(receive(&connection, .reply, call) == "call: reply of 1")
    #expect(receive(&connection, .reply, call) == "end: a response to call \(call), which is not in flight")
    #expect(receive(&connection, .reply, call) == "-")
  }

  @Test("Calls above the service's limit fail at once")
  func limit() throws {
    var connection = try greeted(maxInFlight: 1)
    _ = try connection.begin("one", deadline: nil)
    #expect(throws: Fault(.overloaded, "more than 1 calls are in flight; retry later")) {
      try connection.begin("two", deadline: nil)
    }
  }

  @Test("An abandoned call counts until its response arrives, which is dropped")
  func abandon() throws {
    var connection = try greeted()
    let call = try connection.begin("call", deadline: nil)
    #expect(connection.abandon(call) == "call")
    #expect(connection.abandon(call) == nil)
    #expect(connection.inFlight == 1)
    #expect(receive(&connection, .reply, call) == "-")
    #expect(connection.inFlight == 0)
  }

  @Test("Deadlines expire only their own calls")
  func deadlines() throws {
    var connection = try greeted()
    let early = try connection.begin("early", deadline: 10)
    _ = try connection.begin("late", deadline: 20)
    #expect(connection.nextDeadline == 10)
    let expired = connection.expire(now: 10)
    #expect(expired.map(\.pending) == ["early"] && expired.map(\.call) == [early])
    #expect(connection.nextDeadline == 20)
    #expect(connection.abandonAll() == ["late"])
  }

  @Test("After goaway no calls start, and those in flight get responses")
  func goaway() throws {
    var connection = try greeted()
    let call = try connection.begin("call", deadline: nil)
    let reason = try CBOREncoder.encode(Goaway(reason: "enough"))
    #expect(receive(&connection, .goaway, 0, reason) == "leaving: enough")
    #expect(throws: Fault.self) { try connection.begin("more", deadline: nil) }
    #expect(!connection.isFinished)
    #expect(receive(&connection, .reply, call) == "call: reply of 1")
    #expect(connection.isFinished)
  }

  @Test("Leaves a service without hello or with another version")
  func wrongHello() {
    var silent = ClientConnection<String>()
    #expect(receive(&silent, .reply, 1) == "end: the first frame must be hello, not reply")
    var other = ClientConnection<String>()
    #expect(
      receive(&other, .hello, 0, [0xA1, 0x61, 0x76, 0x02]) == "end: version 2 is not supported; use version 1")
  }

  @Test("A service can send pings, but not requests")
  func roles() throws {
    var connection = try greeted()
    #expect(receive(&connection, .ping, 3) == "pong 3")
    #expect(receive(&connection, .request, 3) == "end: a request from a service")
  }
}
