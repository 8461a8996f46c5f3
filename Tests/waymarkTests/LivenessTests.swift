import Testing

@testable import waymark

@Suite("Whether a process still answers")
struct LivenessTests {
  @Test("One that has answered and then is silent hangs, counted from the first question without an answer")
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

  @Test("One that has never answered is starting, however long that takes")
  func starting() {
    var liveness = Liveness()
    liveness.ask(now: 0)
    #expect(!liveness.isHung(now: 3_600_000, patience: 15_000))
  }

  @Test("Time in which the one who asks did not run itself does not count")
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
