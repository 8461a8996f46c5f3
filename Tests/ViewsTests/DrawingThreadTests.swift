import Proto
import Synchronization
import Testing
import VirtualLoop

@testable import Views

@Suite("The thread that draws")
struct DrawingThreadTests {
  /// The drawn and sent replies, in order.
  private final class Record: Sendable {
    let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func draw(_ name: String, for user: String, on drawings: DrawingThread, _ record: Record) {
    drawings.draw(for: user) {
      record.note("draws \(name)")
      return name
    } done: { drawn in
      switch drawn {
      case .success(let name): record.note("replies \(name)")
      case .failure(let fault): record.note("\(fault.code.rawValue) \(name)")
      }
    }
  }

  @Test("Draws away from the loop, one at a time, in turns of the users")
  func turns() {
    Simulation.run { simulation in
      let (loop, thread) = (simulation.makeLoop(), simulation.makeLoop())
      let drawings = DrawingThread(loop: loop) { thread }
      let record = Record()
      for number in 1...3 { draw("a\(number)", for: "ada", on: drawings, record) }
      draw("b1", for: "bob", on: drawings, record)
      #expect(record.all.isEmpty)
      simulation.settle()
      let order = ["a1", "a2", "b1", "a3"]
      #expect(record.all == order.flatMap { ["draws \($0)", "replies \($0)"] })
    }
  }

  @Test("Rejects drawings of a user with many waiting, and not those of others")
  func limits() {
    Simulation.run { simulation in
      let (loop, thread) = (simulation.makeLoop(), simulation.makeLoop())
      let drawings = DrawingThread(loop: loop) { thread }
      let record = Record()
      // One is drawn, the others wait.
      for number in 0...ViewLimits.waitingDrawingsOfUser { draw("a\(number)", for: "ada", on: drawings, record) }
      draw("excess", for: "ada", on: drawings, record)
      #expect(record.all == ["overloaded excess"])
      draw("b", for: "bob", on: drawings, record)
      for number in 0..<ViewLimits.waitingDrawings { draw("x\(number)", for: "u\(number)", on: drawings, record) }
      let rejected = record.all.count { $0.hasPrefix("overloaded") }
      #expect(rejected == 2 + ViewLimits.waitingDrawingsOfUser)
      simulation.settle()
      #expect(record.all.count { $0.hasPrefix("replies") } == 1 + ViewLimits.waitingDrawings)
      draw("later", for: "ada", on: drawings, record)
      simulation.settle()
      #expect(record.all.last == "replies later")
    }
  }

  @Test("Draws on the loop if there is no thread")
  func withoutThread() {
    Simulation.run { simulation in
      let loop = simulation.makeLoop()
      let record = Record()
      draw("a", for: "ada", on: DrawingThread(loop: loop) { nil }, record)
      simulation.settle()
      #expect(record.all == ["draws a", "replies a"])
    }
  }
}
