import API
import Domain
import Proto
import SeededRandom
import Service
import Testing
import ViewHarness

@testable import Views

@Suite("Views with events in shared memory")
struct SharedEventsTests {
  private let harness: HostHarness
  private let writer: SharedHeadsWriter

  init() throws {
    harness = try HostHarness()
    writer = try #require(SharedHeadsWriter())
  }

  private var calls: Int { harness.journal.reads.count }

  private func append(_ count: Int64, chain: Int64 = 1_000) throws {
    try harness.journal.append("u", .listened(at: count * 10_000), chain: chain)
  }

  /// A host that has learned the place of the user from its second read, at two events.
  private func host() async throws -> ViewHost<StatsView> {
    let host = try await harness.host()
    harness.journal.share("u", writer, at: SharedHeads.Place(slot: 3, owner: 1))
    for count in Int64(1)...2 {
      try append(count)
      #expect(try await harness.plays(host) == count)
    }
    return host
  }

  @Test("After the second read, new events are folded without a call")
  func withoutCalls() async throws {
    let host = try await host()
    let before = calls
    for count in Int64(3)...9 {
      try append(count)
      #expect(try await harness.plays(host) == count)
    }
    for count in Int64(10)...20 { try append(count) }
    #expect(try await harness.plays(host) == 20)
    #expect(calls == before)
    await harness.stop(host)
    #expect(try await harness.stored()?.position.seq == 20)
  }

  @Test("More events than a read takes from memory are requested by calls, and later ones are in memory again")
  func many() async throws {
    let host = try await host()
    let before = calls
    for count in Int64(3)...60 { try append(count) }
    #expect(try await harness.plays(host) == 60)
    #expect(calls > before)
    let later = calls
    try append(61)
    #expect(try await harness.plays(host) == 61)
    #expect(calls == later)
    await harness.stop(host)
  }

  @Test("If the memory has another owner or another process, calls are made until the new place is known")
  func otherPlaces() async throws {
    let host = try await host()
    var (count, before) = (Int64(2), calls)
    func read(_ expected: Int, _ comment: Comment) async throws {
      count += 1
      try append(count)
      #expect(try await harness.plays(host) == count)
      #expect(calls - before == expected, comment)
      before = calls
    }
    try await read(0, "the place is known")
    writer.clear(slot: 3)
    harness.journal.share("u", writer, at: nil)
    for _ in 0..<3 { try await read(1, "the user has no place") }
    harness.journal.share("u", writer, at: SharedHeads.Place(slot: 3, owner: 2))
    try await read(1, "the new place is not known yet")
    try await read(0, "the new place is known")
    let other = try #require(SharedHeadsWriter())
    harness.journal.share("u", other, at: SharedHeads.Place(slot: 3, owner: 2))
    try await read(1, "the new memory is not known yet")
    try await read(0, "the new memory is known")
    await harness.stop(host)
  }

  @Test("Events in memory that cannot be read are requested by a call")
  func damage() async throws {
    let host = try await host()
    try append(3)
    harness.journal.damageShared("u", [0xFF])
    #expect(try await harness.plays(host) == 3)
    try append(4)
    #expect(try await harness.plays(host) == 4)
    await harness.stop(host)
  }

  @Test("Reads include every event, for any writes, deletions and changes of places", arguments: UInt64(1)...10)
  func random(seed: UInt64) async throws {
    var dice = SplitMix(seed: seed)
    let host = try await host()
    var (count, owner, chain) = (Int64(2), Int64(1), Int64(1_000))
    var withoutCalls = 0
    for _ in 0..<150 {
      switch Int.random(in: 0..<20, using: &dice) {
      case 0:
        writer.clear(slot: 3)
        harness.journal.discard("u")
        (count, owner, chain) = (0, owner + 1, chain + 100_000)
        harness.journal.share("u", writer, at: SharedHeads.Place(slot: 3, owner: owner))
      case 1:
        writer.clear(slot: 3)
        owner += 1
        harness.journal.share("u", writer, at: SharedHeads.Place(slot: 3, owner: owner))
      case 2: harness.journal.share("u", writer, at: nil)
      case 3: harness.journal.share("u", writer, at: SharedHeads.Place(slot: 3, owner: owner))
      case 4...11:
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
          count += 1
          try append(count, chain: chain)
        }
      default:
        let before = calls
        #expect(try await harness.plays(host) == count, "seed \(seed)")
        if calls == before { withoutCalls += 1 }
      }
    }
    #expect(withoutCalls > 10, "seed \(seed)")
    await harness.stop(host)
  }
}
