import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Queue file")
struct QueueFileTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
  }

  private func queue() throws -> OfflineQueue { try OfflineQueue(file: scratch.queueFile) }

  @Test("A torn file keeps all records before the last write")
  func torn() async throws {
    let first = report(from: "2026-11-20T08:00:00Z")
    let second = report(from: "2026-11-20T09:00:00Z")
    let writer = try queue()
    try await writer.enqueue(first)
    let safe = try Data(contentsOf: scratch.queueFile).count
    try await writer.enqueue(second)
    let whole = try Data(contentsOf: scratch.queueFile)
    for length in safe...whole.count {
      try whole.prefix(length).write(to: scratch.queueFile)
      let found = try queue()
      // A record is complete even without its line break.
      #expect(await found.pending == (length >= whole.count - 1 ? [first, second] : [first]), "cut at \(length)")
      try await found.enqueue(second)
      #expect(try await queue().pending == [first, second], "written on after a cut at \(length)")
    }
  }

  @Test("A damaged byte affects only its line")
  func damaged() async throws {
    let writer = try queue()
    let reports = (0..<3).map { report(from: "2026-11-20T0\($0):00:00Z") }
    for report in reports { try await writer.enqueue(report) }
    let whole = try Data(contentsOf: scratch.queueFile)
    let middle = whole.count / 2
    for flipped in UInt8(0)..<8 {
      var damaged = whole
      damaged[middle] ^= 1 << flipped
      try damaged.write(to: scratch.queueFile)
      let found = try queue()
      #expect(await found.pending == [reports[0], reports[2]])
      #expect(found.damagedLines >= 1)
      #expect(try await queue().pending == [reports[0], reports[2]])
    }
  }

  @Test("Treats a file of another format as an empty queue")
  func otherFormat() async throws {
    try FileManager.default.createDirectory(
      at: scratch.queueFile.deletingLastPathComponent(), withIntermediateDirectories: true)
    var numbers = SplitMix(seed: 7)
    try Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &numbers) }).write(to: scratch.queueFile)
    let found = try queue()
    #expect(await found.pending.isEmpty)
    try await found.enqueue(report())
    #expect(try await queue().pending == [report()])
  }

  @Test("The file stays small when a session is extended often")
  func compaction() async throws {
    let writer = try queue()
    for seconds in 1...500 { try await writer.enqueue(report(seconds: Double(seconds))) }
    let size = try Data(contentsOf: scratch.queueFile).count
    #expect(size < 80 * 200)
    #expect(try await queue().pending == [report(seconds: 500)])
  }

  @Test("Reports a path that is not writable")
  func unwritable() async throws {
    try Data().write(to: scratch.url.appendingPathComponent("queue"))
    let queue = try queue()
    await #expect(throws: APIError.self) { try await queue.enqueue(report()) }
    #expect(await queue.pending.isEmpty)
  }

  @Test("Random operations with restarts lead to the same state as a dictionary", arguments: UInt64(1)...20)
  func model(seed: UInt64) async throws {
    var numbers = SplitMix(seed: seed)
    var model: [SessionReport] = []
    var queue = try queue()
    for _ in 0..<60 {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: queue = try self.queue()
      case 1...2:
        guard let any = model.randomElement(using: &numbers) else { continue }
        try await queue.settle(any)
        model.removeAll { $0 == any }
      case 3:
        guard let any = model.randomElement(using: &numbers) else { continue }
        try await queue.settle(report(any.storyId, seconds: 0))
      default:
        let story = "s\(Int.random(in: 0..<3, using: &numbers))"
        let hour = Int.random(in: 0..<3, using: &numbers)
        let next = report(
          story, from: "2026-11-20T0\(hour):00:00Z", seconds: Double(Int.random(in: 1..<50, using: &numbers)),
          completed: Bool.random(using: &numbers), duration: Bool.random(using: &numbers) ? 5 : nil)
        try await queue.enqueue(next)
        if let place = model.firstIndex(where: { $0.key == next.key }) {
          model[place] = model[place].extended(by: next)
        } else {
          model.append(next)
        }
      }
      #expect(await queue.pending == model, "seed \(seed)")
    }
  }
}
