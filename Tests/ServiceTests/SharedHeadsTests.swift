import Foundation
import Proto
import Service
import Synchronization
import Testing

@Suite("Heads in shared memory")
struct SharedHeadsTests {
  private typealias Place = SharedHeads.Place

  /// A writer on a thread that ends when `end` is called.
  private final class Writing: Sendable {
    let writer: SharedHeadsWriter
    private let loop: Loop

    init() throws {
      let loop = try Loop.spawn()
      self.loop = loop
      let made = Mutex<SharedHeadsWriter?>(nil)
      let isMade = DispatchSemaphore(value: 0)
      loop.execute {
        made.withLock { $0 = SharedHeadsWriter() }
        isMade.signal()
      }
      isMade.wait()
      writer = try #require(made.withLock { $0 })
    }

    deinit { loop.stop() }

    func end() { loop.stop() }
  }

  private func head(_ seq: Int64) -> CallMeta.Head { CallMeta.Head(seq: seq, checksum: seq &* 31 &- 7) }

  @Test("A reader sees each head that was stored at its place, and nothing at another owner's")
  func places() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    for slot in [0, 1, SharedHeads.slots - 1] {
      let place = Place(slot: slot, owner: 5)
      #expect(reader.head(at: place) == nil)
      for seq: Int64 in [1, 2, .max] {
        writing.writer.store(head(seq), at: place)
        #expect(reader.head(at: place) == head(seq))
      }
      #expect(reader.head(at: Place(slot: slot, owner: 4)) == nil)
      writing.writer.store(head(9), at: Place(slot: slot, owner: 6))
      #expect(reader.head(at: place) == nil)
      writing.writer.clear(slot: slot)
      #expect(reader.head(at: Place(slot: slot, owner: 6)) == nil)
    }
    #expect(reader.head(at: Place(slot: -1, owner: 0)) == nil)
    #expect(reader.head(at: Place(slot: SharedHeads.slots, owner: 0)) == nil)
    #expect(reader.isAlive)
  }

  @Test("A place is one number, and numbers of no place are nil")
  func numbers() {
    let last = SharedHeads.slots - 1
    for place in [Place(slot: 0, owner: 1), Place(slot: last, owner: 1), Place(slot: 7, owner: 1 << 40)] {
      #expect(Place(number: place.number) == place)
    }
    for number in [-1, 0, 5, SharedHeads.slots - 1, Int.min] { #expect(Place(number: number) == nil) }
  }

  @Test("The writer is not alive after its thread has ended, or after it has closed the memory")
  func deaths() throws {
    let ended = try Writing()
    let endedReader = try #require(SharedHeadsReader(path: ended.writer.path, identity: ended.writer.identity))
    #expect(endedReader.isAlive)
    ended.end()
    #expect(isSoon { !endedReader.isAlive })
    let closed = try Writing()
    let closedReader = try #require(SharedHeadsReader(path: closed.writer.path, identity: closed.writer.identity))
    #expect(closedReader.isAlive)
    closed.writer.close()
    #expect(!closedReader.isAlive)
    let late = SharedHeadsReader(path: closed.writer.path, identity: closed.writer.identity)
    #expect(try #require(late).isAlive == false)
  }

  private func isSoon(_ isSo: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if isSo() { return true }
      poll(nil, 0, 1)
    }
    return false
  }

  @Test("Other files are not mapped", arguments: ["/proc/self/fd/99999", "/nowhere", "/proc/self/exe", "/tmp"])
  func others(path: String) {
    #expect(SharedHeadsReader(path: path, identity: 1) == nil)
  }

  @Test("The memory of another process at the same path is not used")
  func otherIdentity() throws {
    let (one, other) = (try Writing(), try Writing())
    #expect(one.writer.identity != other.writer.identity)
    #expect(SharedHeadsReader(path: one.writer.path, identity: other.writer.identity) == nil)
    #expect(SharedHeadsReader(path: one.writer.path, identity: 0) == nil)
    #expect(SharedHeadsReader(path: one.writer.path, identity: one.writer.identity) != nil)
  }

  @Test("A pipe at the path does not keep the reader waiting")
  func pipe() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("waymark-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(SharedHeadsReader(path: path, identity: 1) == nil)
  }

  @Test("A head is never mixed from two, however often it changes")
  func torn() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let place = Place(slot: 3, owner: 2)
    writing.writer.store(head(1), at: place)
    let isDone = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    let writer = writing.writer
    Thread.detachNewThread {
      for seq in Int64(1)...300_000 { writer.store(CallMeta.Head(seq: seq, checksum: seq &* 31 &- 7), at: place) }
      isDone.store(true, ordering: .releasing)
      ended.signal()
    }
    var (last, found): (Int64, Int) = (0, 0)
    while !isDone.load(ordering: .acquiring) {
      guard let seen = reader.head(at: place) else { continue }
      #expect(seen == head(seen.seq))
      #expect(seen.seq >= last)
      (last, found) = (seen.seq, found + 1)
    }
    ended.wait()
    #expect(found > 0)
    #expect(reader.head(at: place) == head(300_000))
  }
}
