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

  private func look(_ connection: inout ClientConnection<String>, heard: UInt64) -> String {
    switch connection.look(heard: heard) {
    case .rest: "rest"
    case .nothing: "-"
    case .ping: "ping"
    case .silent(let calls): "silent: " + calls.map(\.pending).joined(separator: ", ")
    }
  }

  @Test("A service that answers neither a call nor a ping is given up, and every caller with it")
  func silent() throws {
    var connection = try greeted()
    let first = try connection.begin("first", deadline: 10)
    let second = try connection.begin("second", deadline: nil)
    #expect(look(&connection, heard: 1) == "-")
    #expect(look(&connection, heard: 1) == "ping")
    #expect(look(&connection, heard: 1) == "-")
    #expect(look(&connection, heard: 1) == "-")
    #expect(look(&connection, heard: 1) == "silent: first, second")
    #expect(look(&connection, heard: 1) == "rest")
    #expect(throws: Fault.silent) { try connection.begin("third", deadline: nil) }
    #expect(connection.nextDeadline == nil && connection.isOpen)
    connection.hear()
    #expect(ClientTranscript.receive(&connection, .reply, first) == "-", "a late answer is no call's")
    #expect(ClientTranscript.receive(&connection, .reply, second) == "-")
    let third = try connection.begin("third", deadline: nil)
    #expect(ClientTranscript.receive(&connection, .reply, third) == "third: reply of 1")
    #expect(connection.inFlight == 0)
  }

  @Test("A service that takes long over a call and answers pings is not silent")
  func busyCall() throws {
    var connection = try greeted()
    let call = try connection.begin("long", deadline: nil)
    #expect(look(&connection, heard: 1) == "-")
    for second in UInt64(2)...20 {
      #expect(look(&connection, heard: second - 1) == "ping")
      #expect(look(&connection, heard: second) == "-", "the pong has come")
    }
    #expect(ClientTranscript.receive(&connection, .reply, call) == "long: reply of 1")
    #expect(look(&connection, heard: 20) == "rest")
  }

  @Test("A link on which no call waits is left alone, and the time of its rest is no silence")
  func rest() throws {
    var connection = try greeted()
    for _ in 0..<100 { #expect(look(&connection, heard: 1) == "rest") }
    _ = try connection.begin("call", deadline: nil)
    #expect(["ping", "-", "-", "silent: call"] == (0..<4).map { _ in look(&connection, heard: 1) })
  }

  @Test("Anything that comes in time starts the count again, whatever it is", arguments: 1..<RPCLimits.silentLooks)
  func inTime(looks: Int) throws {
    var connection = try greeted()
    _ = try connection.begin("call", deadline: nil)
    for heard in UInt64(1)...50 {
      #expect(look(&connection, heard: heard) == "-")
      for number in 0..<looks { #expect(look(&connection, heard: heard) == (number == 0 ? "ping" : "-")) }
    }
  }

  @Test("A connection to a service that never said hello on the last one asks nothing before it does")
  func presumed() throws {
    var connection = ClientConnection<String>(isSilent: true)
    #expect(throws: Fault.silent) { try connection.begin("call", deadline: nil) }
    #expect(look(&connection, heard: 1) == "rest")
    connection.hear()
    let call = try connection.begin("call", deadline: nil)
    let hello = try CBOREncoder.encode(Hello(service: "s", build: ""))
    #expect(ClientTranscript.receive(&connection, .hello, 0, hello) == "opened s")
    #expect(ClientTranscript.receive(&connection, .reply, call) == "call: reply of 1")
  }
}
