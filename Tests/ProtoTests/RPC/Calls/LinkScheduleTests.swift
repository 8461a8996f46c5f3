import CBOR
import Loop
import SeededRandom
import Testing
import VirtualLoop

@testable import RPC

/// Random schedules of calls, hangs, lost connections and absences over simulated streams.
///
/// A simulation never suspends. Serialized, its tests leave threads for tests that wait for a real loop.
@Suite(.serialized) struct LinkScheduleTests {
  private struct Step {
    var call: SimulatedEcho.Call
    var deadline: Int
    /// The service hung from the start of the call to its outcome.
    var duringHang: Bool
  }

  private static let seeds: [UInt64] = Array(1...200)

  @Test("Every call gets one outcome by its deadline under random hangs, resets and absences", arguments: seeds)
  func outcomes(seed: UInt64) {
    Simulation.run(seed: seed) { simulation in
      let (echo, steps) = Self.runSchedule(simulation)
      for step in steps {
        #expect(step.call.outcomes.count == 1, "seed \(seed)")
        #expect(step.call.milliseconds <= step.deadline, "seed \(seed)")
        guard step.duringHang else { continue }
        // Bytes that were sent before the hang still arrive in it.
        let patience =
          RPCLimits.silenceCheckMilliseconds * (RPCLimits.silentChecks + 1) + simulation.delayMilliseconds
        #expect(step.call.milliseconds <= patience, "seed \(seed): a hung service is treated as dead")
      }
      let (attempts, longest) = (echo.network.attempts, RPCLimits.reconnectMaximumMilliseconds * 5 / 4)
      for (earlier, later) in zip(attempts, attempts.dropFirst()) {
        #expect(Int((later - earlier) / 1_000_000) >= RPCLimits.reconnectMilliseconds, "seed \(seed)")
      }
      for (failure, next) in zip(echo.network.failures, echo.network.afterFailures) {
        #expect(Int((next - failure) / 1_000_000) <= longest, "seed \(seed)")
      }
      #expect(echo.say("end").text == "end", "seed \(seed)")
    }
  }

  @Test("The same seed gives the same events", arguments: seeds.prefix(10))
  func sameSeed(seed: UInt64) {
    let traces = (0..<2).map { _ in
      Simulation.run(seed: seed) { simulation in
        _ = Self.runSchedule(simulation)
        return simulation.trace
      }
    }
    #expect(traces[0] == traces[1])
  }

  private static func runSchedule(_ simulation: Simulation) -> (SimulatedEcho, [Step]) {
    simulation.splitsBytes = Bool.random(using: &simulation.random)
    simulation.delayMilliseconds = Int.random(in: 0...30, using: &simulation.random)
    let echo = SimulatedEcho(simulation)
    var steps: [Step] = []
    var isHung = false
    for _ in 0..<60 {
      switch Int.random(in: 0..<12, using: &simulation.random) {
      case 0..<7:
        let deadline = Int.random(in: 1...5_000, using: &simulation.random)
        steps.append(Step(call: begin(echo, deadline: deadline), deadline: deadline, duringHang: isHung))
      case 7, 8:
        isHung.toggle()
        if isHung { simulation.hang(echo.serviceLoop) } else { simulation.resume(echo.serviceLoop) }
        if !isHung { endHang(&steps) }
      case 9: if let descriptor = echo.network.descriptors.last { simulation.reset(descriptor) }
      case 10: echo.network.isListening.toggle()
      default: echo.gate.open()
      }
      simulation.advance(milliseconds: Int.random(in: 0...400, using: &simulation.random))
    }
    simulation.advance(milliseconds: isHung ? 6_000 : 0)
    endHang(&steps)
    simulation.resume(echo.serviceLoop)
    echo.network.isListening = true
    simulation.advance(milliseconds: 10_000)
    return (echo, steps)
  }

  private static func endHang(_ steps: inout [Step]) {
    for index in steps.indices where !steps[index].call.isDone { steps[index].duringHang = false }
  }

  private static func begin(_ echo: SimulatedEcho, deadline: Int) -> SimulatedEcho.Call {
    switch Int.random(in: 0..<4, using: &echo.simulation.random) {
    case 0: echo.begin(EchoAPI.Wait(), deadline: deadline)
    case 1: echo.begin(EchoAPI.Say(text: "x", times: 50_000), deadline: deadline)
    case 2: echo.begin(EchoAPI.SayNow(text: "y"), deadline: deadline)
    default: echo.begin(EchoAPI.Fail(code: .conflict), deadline: deadline)
    }
  }
}
