import CBOR
import Glibc
import Loop
import Testing
import VirtualLoop

@testable import RPC

/// Timers of clients and services.
@Suite(.serialized) struct LinkTimeTests {
  @Test(
    "Attempts to reconnect double their pause up to the maximum, with a quarter of jitter",
    arguments: 1...50 as ClosedRange<UInt64>)
  func backOff(seed: UInt64) {
    Simulation.run(seed: seed) { simulation in
      let echo = SimulatedEcho(simulation, isListening: false)
      simulation.advance(milliseconds: 10_000)
      let attempts = echo.network.attempts
      var expected = RPCLimits.reconnectMilliseconds
      for (earlier, later) in zip(attempts, attempts.dropFirst()) {
        let pause = Int((later - earlier) / 1_000_000)
        #expect((expected...expected + expected / 4).contains(pause), "seed \(seed)")
        expected = min(2 * expected, RPCLimits.reconnectMaximumMilliseconds)
      }
      #expect(attempts.count > 15, "seed \(seed)")
    }
  }

  @Test("A link that was connected begins again with the shortest pause")
  func backOffReset() throws {
    try Simulation.run { simulation in
      let echo = SimulatedEcho(simulation, isListening: false)
      simulation.advance(milliseconds: 5_000)
      echo.network.isListening = true
      simulation.advance(milliseconds: 1_000)
      #expect(echo.say().text == "x")
      echo.network.isListening = false
      let lostAt = simulation.now
      simulation.reset(try #require(echo.network.descriptors.last))
      simulation.advance(milliseconds: 1_000)
      let next = try #require(echo.network.attempts.first { $0 > lostAt })
      #expect(Int((next - lostAt) / 1_000_000) <= RPCLimits.reconnectMilliseconds * 5 / 4)
    }
  }

  @Test("Calls to an absent service fail at once and cause at most one attempt per shortest pause")
  func absent() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation, isListening: false)
      simulation.advance(milliseconds: 10_000)
      let before = echo.network.attempts.count
      for _ in 0..<100 {
        let call = echo.say()
        #expect(call.fault == Fault(.unavailable, "echo is unavailable") && call.milliseconds == 0)
        simulation.advance(milliseconds: 1)
      }
      #expect(echo.network.attempts.count - before <= 100 / RPCLimits.reconnectMilliseconds + 1)
      echo.network.isListening = true
      simulation.advance(milliseconds: RPCLimits.reconnectMilliseconds)
      #expect(echo.say().text == "x")
    }
  }

  @Test("A call expires exactly at its deadline, and its handler is cancelled")
  func deadline() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      let calls = [50, 20, 30_000, 20].map { echo.begin(EchoAPI.Wait(), deadline: $0) }
      let usual = echo.begin(EchoAPI.Wait())
      simulation.advance(milliseconds: 60_000)
      #expect(calls.map(\.milliseconds) == [50, 20, 30_000, 20])
      #expect(usual.milliseconds == RPCLimits.usualDeadlineMilliseconds)
      #expect(calls.allSatisfy { $0.fault == .deadlineExceeded } && usual.fault == .deadlineExceeded)
      #expect(echo.gate.cancelled == 5)
    }
  }

  @Test("The time of a call begins when it is sent, also late in a long turn of the loop")
  func deadlineAfterWork() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      simulation.settle()
      let usual = echo.begin(EchoAPI.Say(text: "x"), afterWork: 2 * RPCLimits.usualDeadlineMilliseconds) { $0.text }
      simulation.settle()
      #expect(usual.text == "x")
      let call = echo.begin(EchoAPI.Wait(), deadline: 50, afterWork: 100)
      simulation.advance(milliseconds: 1_000)
      #expect(call.fault == .deadlineExceeded && call.milliseconds == 150)
    }
  }

  @Test("A cancelled caller gets its fault at the next check, and its handler is cancelled")
  func cancel() throws {
    try Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      let client = echo.client
      let task = Task(executorPreference: echo.clientLoop) { try await client.call(EchoAPI.Wait()) }
      simulation.settle()
      #expect(echo.gate.arrived == 1)
      let cancelledAt = simulation.now
      task.cancel()
      let fault = try simulation.wait(on: echo.clientLoop) {
        await #expect(throws: Fault.self) { try await task.value }
      }
      #expect(fault?.code == .cancelled)
      #expect(Int((simulation.now - cancelledAt) / 1_000_000) <= RPCLimits.patrolMilliseconds)
      simulation.settle()
      #expect(echo.gate.cancelled == 1)
    }
  }

  @Test("A service closes a connection that sends no hello in time")
  func noHello() throws {
    try Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let server = RPCServer(loop: loop, router: echoRouter())
      let (ours, theirs) = simulation.makePair()
      loop.execute { server.serve(SocketStream(loop: loop, adopting: theirs)) }
      simulation.advance(milliseconds: RPCLimits.helloMilliseconds - 1)
      var peer = SimulatedPeer(loop, ours)
      #expect(try peer.next()?.kind == .hello)
      #expect(try peer.next() == nil && !peer.isAtEnd)
      simulation.advance(milliseconds: 1)
      let goaway = try #require(try peer.next())
      #expect(try CBORDecoder.decode(Goaway.self, from: goaway.payload).reason == "no hello within 5000 ms")
      #expect(try peer.next() == nil && peer.isAtEnd)
    }
  }

  @Test("A drain closes what is left when its time is over")
  func drainTimeout() throws {
    try Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      let call = echo.begin(EchoAPI.Wait(), deadline: 60_000)
      simulation.settle()
      let server = echo.server
      try simulation.wait(on: echo.serviceLoop) { await server.drain(timeoutMilliseconds: 3_000) }
      simulation.settle()
      #expect(call.fault?.code == .unavailable && call.milliseconds == 3_000)
      #expect(echo.gate.cancelled == 1)
    }
  }
}
