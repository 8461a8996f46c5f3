import Testing

@testable import Operations

@Suite("Whether a process still responds")
struct LivenessTests {
  @Test("A process that stops responding is hung, measured from the oldest pending probe")
  func hanging() {
    var liveness = Liveness()
    liveness.ask(now: 0)
    liveness.receive()
    liveness.ask(now: 1_000)
    liveness.ask(now: 9_000)
    #expect(!liveness.isHung(now: 15_999, patience: 15_000))
    #expect(liveness.isHung(now: 16_000, patience: 15_000))
    liveness.receive()
    #expect(!liveness.isHung(now: 100_000, patience: 15_000))
  }

  @Test("A process that has never responded is starting, not hung")
  func starting() {
    var liveness = Liveness()
    liveness.ask(now: 0)
    #expect(!liveness.isHung(now: 3_600_000, patience: 15_000))
  }

  @Test("Time in which the supervisor was suspended does not count")
  func suspended() {
    var liveness = Liveness()
    liveness.receive()
    liveness.ask(now: 0)
    var pulse = Pulse()
    let gaps = [0, 500, 60_000, 60_500].map { pulse.beat(now: $0) }
    #expect(gaps == [false, false, true, false])
    liveness.resume(now: 60_000)
    #expect(!liveness.isHung(now: 74_999, patience: 15_000))
    #expect(liveness.isHung(now: 75_000, patience: 15_000))
  }
}
