import Proto
import Synchronization
import Testing

@testable import Service

@Suite("Paced warnings")
struct PacedWarningTests {
  @Test("The first is written at once, the others once an interval with their count, and quiet ends it")
  func pace() {
    var pace = LinePace()
    #expect(pace.note() == 1)
    for _ in 0..<1_000 { #expect(pace.note() == nil) }
    #expect(pace.intervalPassed() == 1_000)
    #expect(pace.note() == nil)
    #expect(pace.intervalPassed() == 1)
    #expect(pace.intervalPassed() == nil)
    #expect(pace.note() == 1)
  }

  @Test("A crowd of them is two lines, from whatever thread they come")
  func crowd() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    let lines = Mutex<[Int]>([])
    let warning = PacedWarning(loop: loop) { count, reason in
      lines.withLock { $0.append(count) }
    }
    for _ in 0..<500 { warning.note("full") }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    while lines.withLock({ $0.reduce(0, +) }) < 500, clock.now < end { await Task.yield() }
    #expect(lines.withLock { $0 } == [1, 499])
  }
}
