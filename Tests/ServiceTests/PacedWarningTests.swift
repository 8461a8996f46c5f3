import Proto
import Synchronization
import Testing
import VirtualLoop

@testable import Service

@Suite("Paced warnings")
struct PacedWarningTests {
  @Test("The first warning is written at once, later ones once per interval as a count")
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

  @Test("Many warnings in a second are two lines")
  func crowd() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let lines = Mutex<[Int]>([])
      let warning = PacedWarning(loop: loop) { count, _ in lines.withLock { $0.append(count) } }
      for _ in 0..<500 { warning.note("full") }
      simulation.advance(milliseconds: 999)
      #expect(lines.withLock { $0 } == [1])
      simulation.advance(milliseconds: 1)
      #expect(lines.withLock { $0 } == [1, 499])
      simulation.advance(milliseconds: 60_000)
      #expect(lines.withLock { $0 } == [1, 499])
      warning.note("full again")
      #expect(lines.withLock { $0 } == [1, 499, 1])
    }
  }

  @Test("A warning from another thread is written on the loop")
  func otherThread() async throws {
    let loop = try Loop.spawn()
    defer { loop.stop() }
    await withCheckedContinuation { continuation in
      PacedWarning(loop: loop) { count, reason in
        #expect(loop.isCurrent && count == 1 && reason == "full")
        continuation.resume()
      }.note("full")
    }
  }
}
