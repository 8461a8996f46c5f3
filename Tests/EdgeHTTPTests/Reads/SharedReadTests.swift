import API
import Foundation
import Proto
import Service
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Reads with heads in shared memory")
struct SharedReadTests {
  private struct Value: Codable, Sendable {
    var number: Int
  }

  private static let path = "/api/v1/analytics/summary"
  private static let method = "stats.summary"

  private let edge: EdgeHarness
  /// The thread of the writer.
  private let loop: Loop
  private let writer: SharedHeadsWriter
  private let place = SharedHeads.Place(slot: 5, owner: 1)

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply(Self.method, Value(number: 1))
    (loop, writer) = try Self.writing()
    share(writer, seq: 4)
  }

  private static func writing() throws -> (Loop, SharedHeadsWriter) {
    let loop = try Loop.spawn()
    let made = Mutex<SharedHeadsWriter?>(nil)
    let isMade = DispatchSemaphore(value: 0)
    loop.execute {
      made.withLock { $0 = SharedHeadsWriter() }
      isMade.signal()
    }
    isMade.wait()
    return (loop, try #require(made.withLock { $0 }))
  }

  /// Stores a head, which calls for heads return with its place.
  private func share(_ writer: SharedHeadsWriter, seq: Int64) {
    writer.store(CallMeta.Head(seq: seq, checksum: 9), at: place)
    let reply = SessionAPI.FetchHeads.Reply(
      heads: [SessionAPI.Head(seq: seq, checksum: 9)], slots: [place.number], memory: writer.path,
      memoryIdentity: writer.identity)
    edge.service.reply("journal.heads", reply)
  }

  private var headCalls: Int { edge.service.calls("journal.heads").count }
  private var calls: [CallMeta.Head?] { edge.service.calls(Self.method).map(\.meta.head) }

  @Test("After the first read, no call for heads is made, and a write is seen at once")
  func withoutCalls() throws {
    for _ in 0..<4 { #expect(try edge.send("GET", Self.path).body == #"{"number":1}"#) }
    #expect(headCalls == 1)
    #expect(calls == [CallMeta.Head(seq: 4, checksum: 9)])
    writer.store(CallMeta.Head(seq: 5, checksum: 8), at: place)
    edge.service.reply(Self.method, Value(number: 2))
    for _ in 0..<3 { #expect(try edge.send("GET", Self.path).body == #"{"number":2}"#) }
    #expect(headCalls == 1)
    #expect(calls.last == CallMeta.Head(seq: 5, checksum: 8))
    loop.stop()
  }

  @Test("After the writer has ended, its memory is not used, and without the service the response is 503")
  func dead() throws {
    #expect(try edge.send("GET", Self.path).status == 200)
    edge.service.fault("journal.heads", Fault(.unavailable, "away"))
    #expect(try edge.send("GET", Self.path).status == 200)
    loop.stop()
    #expect(try comes { try edge.send("GET", Self.path).status == 503 })
    // The next process has its own memory.
    let (nextLoop, next) = try Self.writing()
    share(next, seq: 6)
    edge.service.reply(Self.method, Value(number: 3))
    let before = headCalls
    for _ in 0..<3 { #expect(try edge.send("GET", Self.path).body == #"{"number":3}"#) }
    #expect(headCalls == before + 1)
    nextLoop.stop()
  }

  @Test("A closed memory, one that cannot be opened, and a slot of another user lead to calls")
  func unusable() throws {
    #expect(try edge.send("GET", Self.path).status == 200)
    writer.store(CallMeta.Head(seq: 9, checksum: 9), at: SharedHeads.Place(slot: 5, owner: 2))
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(headCalls == 2)
    writer.close()
    for _ in 0..<3 { #expect(try edge.send("GET", Self.path).status == 200) }
    #expect(headCalls == 5)
    let reply = SessionAPI.FetchHeads.Reply(
      heads: [SessionAPI.Head(seq: 4, checksum: 9)], slots: [place.number], memory: "/nowhere", memoryIdentity: 7)
    edge.service.reply("journal.heads", reply)
    for _ in 0..<3 { #expect(try edge.send("GET", Self.path).status == 200) }
    #expect(headCalls == 8)
    // The memory of another process at a path that was used before, and a service that states no number.
    let (otherLoop, other) = try Self.writing()
    for identity in [writer.identity, nil] {
      let reply = SessionAPI.FetchHeads.Reply(
        heads: [SessionAPI.Head(seq: 4, checksum: 9)], slots: [place.number], memory: other.path,
        memoryIdentity: identity)
      edge.service.reply("journal.heads", reply)
      let before = headCalls
      for _ in 0..<3 { #expect(try edge.send("GET", Self.path).status == 200) }
      #expect(headCalls == before + 3)
    }
    otherLoop.stop()
    loop.stop()
  }
}
