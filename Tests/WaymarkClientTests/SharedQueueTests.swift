import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Queue file with old versions, several processes and full disks")
struct SharedQueueTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      at: scratch.queueFile.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private func queue() throws -> OfflineQueue { try OfflineQueue(file: scratch.queueFile) }

  @Test("Reads and continues a file of the version that only knew listening")
  func oldFile() async throws {
    let old = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../OldData/client-queue-2026-11.log")
    try FileManager.default.copyItem(at: old, to: scratch.queueFile)
    let queue = try queue()
    #expect(queue.damagedLines == 0)
    let waiting = await queue.pending.map { "\($0.storyId) \(WireFormat.text(of: $0.endedAt)) \($0.completed)" }
    let expected = [
      "s2 2026-11-20T00:00:40Z true", "s2 2026-11-20T01:00:27Z false",
      "s1 2026-11-20T02:00:47Z true",
    ]
    #expect(Set(waiting) == Set(expected))
    #expect(await queue.rejected.map(\.report.storyId) == ["gone"])
    try await queue.enqueue(ruck(1))
    try await queue.enqueue(report("new"))
    #expect(try await self.queue().pendingItems.suffix(2) == [.ruck(ruck(1)), .listening(report("new"))])
  }

  @Test("A second process sees new records, even after the file was replaced")
  func twoProcesses() async throws {
    let app = try queue()
    let widget = try queue()
    try await app.enqueue(report())
    #expect(await widget.pending == [report()])
    try await widget.enqueue(ruck(1))
    #expect(await app.pendingItems.count == 2)
    // Often enough that the file is compacted.
    for seconds in 1...200 { try await widget.enqueue(report("s2", seconds: Double(seconds))) }
    try await app.settle(report())
    #expect(await widget.pendingItems == [.ruck(ruck(1)), .listening(report("s2", seconds: 200))])
    try await app.removeAll()
    #expect(await widget.isEmpty)
    try await widget.enqueue(ruck(2))
    #expect(await app.pendingItems == [.ruck(ruck(2))])
  }

  @Test(
    "Alternating operations of two processes lead to the state of a plain list", arguments: UInt64(1)...10)
  func model(seed: UInt64) async throws {
    var numbers = SplitMix(seed: seed)
    let queues = [try queue(), try queue()]
    var model: [OfflineItem] = []
    for step in 0..<150 {
      let queue = queues[Int.random(in: 0...1, using: &numbers)]
      if Int.random(in: 0..<4, using: &numbers) == 0, let any = model.randomElement(using: &numbers) {
        try await queue.settle(any)
        model.removeAll { $0 == any }
      } else {
        let item = OfflineItem.ruck(ruck(Int.random(in: 0..<4, using: &numbers), minutes: Double(step + 1)))
        try await queue.enqueue(item)
        if let place = model.firstIndex(where: { $0.key == item.key }) {
          model[place] = item
        } else {
          model.append(item)
        }
      }
      #expect(await queues[step % 2].pendingItems == model, "seed \(seed), step \(step)")
    }
    #expect(try await self.queue().pendingItems == model, "seed \(seed)")
  }

  @Test("A crash before the rename keeps the old file")
  func crashBeforeRename() async throws {
    try await queue().enqueue(report())
    try Data("half of a fi".utf8).write(to: scratch.queueFile.appendingPathExtension("fresh"))
    let found = try queue()
    #expect(await found.pending == [report()])
    for seconds in 1...200 { try await found.enqueue(report("s2", seconds: Double(seconds))) }
    #expect(try await queue().pending == [report(), report("s2", seconds: 200)])
    #expect(!FileManager.default.fileExists(atPath: scratch.queueFile.appendingPathExtension("fresh").path))
  }

  @Test("Throws on a full disk and works again when there is space")
  func fullDisk() async throws {
    let queue = try queue()
    try await queue.enqueue(report())
    let aside = scratch.url.appendingPathComponent("aside")
    try FileManager.default.moveItem(at: scratch.queueFile, to: aside)
    // A device without any free space.
    try FileManager.default.createSymbolicLink(
      at: scratch.queueFile, withDestinationURL: URL(fileURLWithPath: "/dev/full"))
    await #expect(throws: APIError.storage("No space left on device")) { try await queue.enqueue(report("s2")) }
    #expect(await !queue.pending.contains(report("s2")))
    _ = try self.queue()
    try FileManager.default.removeItem(at: scratch.queueFile)
    try FileManager.default.moveItem(at: aside, to: scratch.queueFile)
    try await queue.enqueue(report("s3"))
    #expect(await queue.pending == [report(), report("s3")])
    #expect(try await self.queue().pending == [report(), report("s3")])
  }

  @Test("Throws if another process holds the lock for too long")
  func held() throws {
    let url = scratch.queueFile.appendingPathExtension("lock")
    let other = try DiskFile(url, O_RDWR | O_CREAT)
    try other.lock(waitingSeconds: 1)
    let mine = try DiskFile(url, O_RDWR)
    #expect(throws: APIError.storage("The file is locked by another process; try again")) {
      try mine.lock(waitingSeconds: 1)
    }
  }

  private func ruck(_ hour: Int, minutes: Double = 10) -> RuckReport {
    let start = instant("2026-11-20T0\(hour):00:00Z")
    return RuckReport(startedAt: start, endedAt: start + 60 * minutes, distance: 1_000, loadWeight: 20)
  }
}
