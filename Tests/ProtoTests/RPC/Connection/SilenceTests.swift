import CBOR
import Loop
import Testing

@testable import RPC

@Suite struct SilenceTests {
  private func greeted() throws -> ClientConnection<String> {
    var connection = ClientConnection<String>()
    let hello = try CBOREncoder.encode(Hello(service: "s", build: ""))
    #expect(ClientTranscript.receive(&connection, .hello, 0, hello) == "opened s")
    return connection
  }

  private func check(_ connection: inout ClientConnection<String>, lastReceived: UInt64) -> String {
    switch connection.check(lastReceived: lastReceived) {
    case .rest: "rest"
    case .nothing: "-"
    case .ping: "ping"
    case .silent(let calls): "silent: " + calls.map(\.pending).joined(separator: ", ")
    }
  }

  @Test("A service without responses and pongs is silent, and all its calls fail")
  func silent() throws {
    var connection = try greeted()
    let first = try connection.begin("first", deadline: 10)
    let second = try connection.begin("second", deadline: nil)
    #expect(check(&connection, lastReceived: 1) == "-")
    #expect(check(&connection, lastReceived: 1) == "ping")
    #expect(check(&connection, lastReceived: 1) == "-")
    #expect(check(&connection, lastReceived: 1) == "-")
    #expect(check(&connection, lastReceived: 1) == "silent: first, second")
    #expect(check(&connection, lastReceived: 1) == "rest")
    #expect(throws: Fault.silent) { try connection.begin("third", deadline: nil) }
    #expect(connection.nextDeadline == nil && connection.isOpen)
    connection.receive()
    #expect(ClientTranscript.receive(&connection, .reply, first) == "-", "a late response completes no call")
    #expect(ClientTranscript.receive(&connection, .reply, second) == "-")
    let third = try connection.begin("third", deadline: nil)
    #expect(ClientTranscript.receive(&connection, .reply, third) == "third: reply of 1")
    #expect(connection.inFlight == 0)
  }

  @Test("A service that sends pongs during a long call is not silent")
  func busyCall() throws {
    var connection = try greeted()
    let call = try connection.begin("long", deadline: nil)
    #expect(check(&connection, lastReceived: 1) == "-")
    for second in UInt64(2)...20 {
      #expect(check(&connection, lastReceived: second - 1) == "ping")
      #expect(check(&connection, lastReceived: second) == "-", "the pong has arrived")
    }
    #expect(ClientTranscript.receive(&connection, .reply, call) == "long: reply of 1")
    #expect(check(&connection, lastReceived: 20) == "rest")
  }

  @Test("A link without calls is not checked, and that time does not count as silence")
  func rest() throws {
    var connection = try greeted()
    for _ in 0..<100 { #expect(check(&connection, lastReceived: 1) == "rest") }
    _ = try connection.begin("call", deadline: nil)
    #expect(["ping", "-", "-", "silent: call"] == (0..<4).map { _ in check(&connection, lastReceived: 1) })
  }

  @Test("Any received byte restarts the count", arguments: 1..<RPCLimits.silentChecks)
  func inTime(checks: Int) throws {
    var connection = try greeted()
    _ = try connection.begin("call", deadline: nil)
    for lastReceived in UInt64(1)...50 {
      #expect(check(&connection, lastReceived: lastReceived) == "-")
      for number in 0..<checks {
        #expect(check(&connection, lastReceived: lastReceived) == (number == 0 ? "ping" : "-"))
      }
    }
  }

  @Test("A connection presumed silent takes no calls before the hello")
  func presumed() throws {
    var connection = ClientConnection<String>(isSilent: true)
    #expect(throws: Fault.silent) { try connection.begin("call", deadline: nil) }
    #expect(check(&connection, lastReceived: 1) == "rest")
    connection.receive()
    let call = try connection.begin("call", deadline: nil)
    let hello = try CBOREncoder.encode(Hello(service: "s", build: ""))
    #expect(ClientTranscript.receive(&connection, .hello, 0, hello) == "opened s")
    #expect(ClientTranscript.receive(&connection, .reply, call) == "call: reply of 1")
  }
}
