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

  private func events(_ first: Int64, _ last: Int64, size: Int = 9) -> SharedHeads.Events {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: Int(last) * 7 + $0) }
    return SharedHeads.Events(from: head(first), to: head(last), count: Int(last - first), bytes: bytes)
  }

  @Test("The events between two heads are those that were stored, over several commands, and never with a gap")
  func eventsBetween() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let place = Place(slot: 9, owner: 7)
    #expect(reader.events(at: place, from: head(0), to: head(1)) == nil)
    let all = [events(3, 4), events(4, 6, size: 0), events(6, 7, size: SharedHeads.eventBytes), events(7, 8, size: 8)]
    for events in all { writing.writer.store(events.last, at: place, events) }
    for (first, start) in all.enumerated() {
      for end in all[first...] {
        let expected = all[first...].prefix { $0.last.seq <= end.last.seq }
        #expect(reader.events(at: place, from: start.before, to: end.last) == Array(expected))
      }
    }
    // Positions that no command ended at, other histories, another owner, nothing at all.
    #expect(reader.events(at: place, from: head(5), to: head(8)) == nil)
    #expect(reader.events(at: place, from: head(4), to: head(5)) == nil)
    #expect(reader.events(at: place, from: head(2), to: head(8)) == nil)
    #expect(reader.events(at: place, from: head(8), to: head(9)) == nil)
    #expect(reader.events(at: place, from: head(8), to: head(8)) == nil)
    #expect(reader.events(at: place, from: CallMeta.Head(seq: 4, checksum: 1), to: head(8)) == nil)
    #expect(reader.events(at: place, from: head(4), to: CallMeta.Head(seq: 8, checksum: 1)) == nil)
    #expect(reader.events(at: Place(slot: 9, owner: 8), from: head(4), to: head(8)) == nil)
    #expect(reader.events(at: Place(slot: -1, owner: 7), from: head(4), to: head(8)) == nil)
  }

  @Test("Events that are too large, and heads without events, are gaps")
  func gaps() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let place = Place(slot: 0, owner: 7)
    writing.writer.store(head(1), at: place, events(0, 1))
    writing.writer.store(head(2), at: place, events(1, 2, size: SharedHeads.eventBytes + 1))
    writing.writer.store(head(3), at: place, events(2, 3))
    writing.writer.store(head(4), at: place)
    writing.writer.store(head(5), at: place, events(4, 5))
    for first in Int64(0)..<5 {
      for last in first + 1...5 {
        let isThere = (first, last) == (0, 1) || (first, last) == (2, 3) || (first, last) == (4, 5)
        #expect((reader.events(at: place, from: head(first), to: head(last)) != nil) == isThere, "\(first) \(last)")
      }
    }
  }

  @Test("Events that were overwritten are not found, and a reader takes a limited number of records")
  func overwritten() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let (place, other) = (Place(slot: 0, owner: 7), Place(slot: 1, owner: 8))
    for seq in Int64(1)...40 { writing.writer.store(head(seq), at: place, events(seq - 1, seq)) }
    let reach = Int64(SharedHeads.recordsPerRead)
    #expect(reader.events(at: place, from: head(40 - reach), to: head(40))?.count == SharedHeads.recordsPerRead)
    #expect(reader.events(at: place, from: head(39 - reach), to: head(40)) == nil)
    var rounds: Int64 = 0
    while reader.events(at: place, from: head(39), to: head(40)) != nil {
      rounds += 1
      try #require(rounds < 1_000)
      writing.writer.store(head(rounds), at: other, events(rounds - 1, rounds, size: 1_000))
    }
    #expect(rounds > 200)
    #expect(reader.events(at: other, from: head(rounds - 5), to: head(rounds))?.count == 5)
  }

  @Test("The events of a slot that is cleared are gone from the memory, and those of others stay")
  func cleared() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let (place, other) = (Place(slot: 0, owner: 7), Place(slot: 1, owner: 8))
    let secret = Array("a note that nobody may find later".utf8)
    for seq in Int64(1)...3 {
      let events = SharedHeads.Events(from: head(seq - 1), to: head(seq), count: 1, bytes: secret)
      writing.writer.store(head(seq), at: place, events)
      writing.writer.store(head(seq), at: other, self.events(seq - 1, seq))
    }
    func memory() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: writing.writer.path)) }
    #expect(try memory().range(of: Data(secret)) != nil)
    writing.writer.clear(slot: 0)
    #expect(try memory().range(of: Data(secret)) == nil)
    #expect(reader.events(at: place, from: head(2), to: head(3)) == nil)
    #expect(reader.events(at: other, from: head(0), to: head(3))?.count == 3)
  }

  @Test("Events are never mixed from two, however fast they are overwritten and removed")
  func tornEvents() throws {
    let writing = try Writing()
    let reader = try #require(SharedHeadsReader(path: writing.writer.path, identity: writing.writer.identity))
    let rounds: Int64 = 60_000
    let writer = writing.writer
    let isDone = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for seq in Int64(1)...rounds {
        // The owner changes every thousand events, and then the slot is cleared.
        let place = Place(slot: 3, owner: 1 + seq / 1_000)
        if seq % 1_000 == 0 { writer.clear(slot: 3) }
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: seq), count: 1_001 + Int(seq % 1_000))
        let before = CallMeta.Head(seq: seq - 1, checksum: (seq - 1) &* 31 &- 7)
        let last = CallMeta.Head(seq: seq, checksum: seq &* 31 &- 7)
        writer.store(last, at: place, SharedHeads.Events(from: before, to: last, count: 1, bytes: bytes))
      }
      isDone.store(true, ordering: .releasing)
      ended.signal()
    }
    var owner: Int64 = 1
    func check() {
      let place = Place(slot: 3, owner: owner)
      guard let last = reader.head(at: place) else {
        owner = owner % (1 + rounds / 1_000) + 1
        return
      }
      for events in reader.events(at: place, from: head(last.seq - 3), to: last) ?? [] {
        let (byte, count) = (UInt8(truncatingIfNeeded: events.last.seq), 1_001 + Int(events.last.seq % 1_000))
        #expect(events.bytes.count == count && events.bytes.allSatisfy { $0 == byte }, "event \(events.last.seq)")
      }
    }
    while !isDone.load(ordering: .acquiring) { check() }
    ended.wait()
    let place = Place(slot: 3, owner: 1 + rounds / 1_000)
    #expect(reader.events(at: place, from: head(rounds - 1), to: head(rounds))?.first?.last == head(rounds))
  }
}
