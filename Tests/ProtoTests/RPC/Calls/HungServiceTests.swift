import CBOR
import Loop
import Testing
import VirtualLoop

@testable import RPC

/// The time after which calls to a hung service fail.
private let patience =
  RPCLimits.silenceCheckMilliseconds * RPCLimits.silentChecks...RPCLimits.silenceCheckMilliseconds
  * (RPCLimits.silentChecks + 1)

@Suite(.serialized) struct HungServiceTests {
  @Test(
    "A hung service fails its callers within a second and later calls at once, until it responds",
    arguments: 1...5 as ClosedRange<UInt64>)
  func hangs(seed: UInt64) {
    Simulation.run(seed: seed) { simulation in
      let echo = SimulatedEcho(simulation)
      #expect(echo.say().text == "x")
      simulation.advance(milliseconds: 10_000)
      simulation.hang(echo.serviceLoop)
      let calls = (0..<3).map { _ in echo.begin(EchoAPI.Say(text: "y"), deadline: 20_000) }
      #expect(simulation.until { calls.allSatisfy(\.isDone) })
      for call in calls {
        #expect(call.fault == .silent, "seed \(seed)")
        #expect(patience.contains(call.milliseconds), "seed \(seed)")
      }
      for _ in 0..<100 {
        let call = echo.say(deadline: 20_000)
        #expect(call.fault == .silent && call.milliseconds == 0, "seed \(seed)")
      }
      simulation.resume(echo.serviceLoop)
      simulation.settle()
      #expect(echo.say().text == "x", "seed \(seed)")
      for call in calls { #expect(call.outcomes.count == 1, "seed \(seed)") }
    }
  }

  @Test("No call waits for a service that accepts connections and never sends a hello")
  func neverGreets() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      echo.network.isDeaf = true
      let first = echo.say(deadline: 20_000)
      #expect(first.fault == .silent && patience.contains(first.milliseconds))
      // The connection is closed after the time for a hello; those that follow are presumed silent.
      simulation.advance(milliseconds: 4 * RPCLimits.helloMilliseconds)
      #expect(echo.network.attempts.count > 2)
      for _ in 0..<100 {
        let call = echo.say(deadline: 20_000)
        #expect(call.fault == .silent && call.milliseconds == 0)
      }
      echo.network.isDeaf = false
      simulation.advance(milliseconds: RPCLimits.helloMilliseconds + RPCLimits.reconnectMaximumMilliseconds)
      #expect(echo.say().text == "x")
    }
  }

  @Test("A call that takes longer than a hang waits for its reply")
  func longCall() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      let expiring = echo.begin(EchoAPI.Wait(), deadline: 15_000)
      let waiting = echo.begin(EchoAPI.Wait(), deadline: 25_000)
      simulation.advance(milliseconds: 20_000)
      #expect(expiring.fault == .deadlineExceeded && expiring.milliseconds == 15_000)
      #expect(!waiting.isDone)
      echo.gate.open()
      simulation.settle()
      #expect(waiting.text == "" && waiting.milliseconds == 20_000)
    }
  }

  @Test("A connection without calls sends no pings and is never silent")
  func idle() {
    Simulation.run { simulation in
      let echo = SimulatedEcho(simulation)
      #expect(echo.say().text == "x")
      simulation.settle()
      simulation.hang(echo.serviceLoop)
      simulation.advance(milliseconds: 3_600_000)
      simulation.resume(echo.serviceLoop)
      #expect(echo.say().text == "x")
      #expect(echo.network.attempts.count == 1)
    }
  }
}
