import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import ServiceBench
import Testing

@testable import Views

@Suite struct ViewHostTests {
  @Test("A read includes every event that was there before it")
  func readsAreCurrent() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    #expect(try await bench.plays(host) == 0)
    for count in 1...5 {
      try bench.journal.append("u", .listened(at: Int64(count) * 10_000))
      #expect(try await bench.plays(host) == count)
    }
    #expect(try await bench.plays(host, of: "somebody else") == 0)
    await bench.stop(host)
  }

  @Test("After a restart only what is new is read again")
  func snapshotsServe() async throws {
    let bench = try ViewBench()
    let first = try await bench.host()
    for count in 1...3 { try bench.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await bench.plays(first) == 3)
    await bench.stop(first)
    try bench.journal.append("u", .listened(at: 90_000))
    let before = bench.journal.reads.count
    let second = try await bench.host()
    #expect(try await bench.plays(second) == 4)
    #expect(Array(bench.journal.reads[before...]) == [3])
    await bench.stop(second)
  }

  @Test(
    "A journal that began again is folded from its beginning, in memory and from a snapshot", arguments: [false, true])
  func newJournalsAreSeen(restarting: Bool) async throws {
    let bench = try ViewBench()
    var host = try await bench.host()
    for count in 1...3 { try bench.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await bench.plays(host) == 3)
    bench.journal.discard("u")
    if restarting {
      await bench.stop(host)
      host = try await bench.host()
    } else {
      #expect(try await bench.plays(host) == 0)
    }
    for count in 1...4 { try bench.journal.append("u", .listened(at: Int64(count) * 20_000), chain: 7_000) }
    #expect(try await bench.plays(host) == 4)
    await bench.stop(host)
  }

  @Test("Nothing of an old journal's snapshot comes back with the new one's")
  func oldPartsAreGone() async throws {
    let bench = try ViewBench()
    let first = try await bench.host()
    for month in 1...3 { try bench.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    #expect(try await bench.plays(first) == 3)
    await bench.stop(first)
    bench.journal.discard("u")
    try bench.journal.append("u", .listened(at: 30_000_000), chain: 7_000)
    let second = try await bench.host()
    #expect(try await bench.plays(second) == 1)
    await bench.stop(second)
    let third = try await bench.host()
    #expect(try await bench.plays(third) == 1)
    await bench.stop(third)
  }

  @Test("A damaged snapshot is folded again")
  func damageIsRepaired() async throws {
    let bench = try ViewBench()
    let first = try await bench.host()
    for count in 1...3 { try bench.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await bench.plays(first) == 3)
    await bench.onLoop { await first.saveAll() }
    let snapshot = try #require(try await bench.stored())
    var damaged = snapshot
    damaged.parts = snapshot.parts.map { SnapshotPart(name: $0.name, bytes: [1, 2, 3]) }
    let store = try SnapshotStore(path: bench.path)
    _ = try await store.save(damaged, of: "u")
    store.close()
    first.snapshots.close()
    let second = try await bench.host()
    #expect(try await bench.plays(second) == 3)
    await bench.stop(second)
  }

  @Test("While the journal is away a read fails, and it works again after")
  func awayIsReported() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    try bench.journal.append("u", .listened(at: 10_000))
    #expect(try await bench.plays(host) == 1)
    bench.journal.setAway(true)
    await #expect { try await bench.plays(host) } throws: { ($0 as? Fault)?.code == .unavailable }
    bench.journal.setAway(false)
    #expect(try await bench.plays(host) == 1)
    await bench.stop(host)
  }

  @Test("Many readers of a cold user fold it once")
  func flightsAreShared() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    for count in 1...20 { try bench.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await bench.plays(host) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 20, count: 50))
    #expect(bench.journal.reads == Array(0..<20))
    await bench.stop(host)
  }

  @Test("A rebuild folds every user, and equals what was there")
  func rebuilds() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    for user in ["a", "b"] {
      for count in 1...3 { try bench.journal.append(user, .listened(at: Int64(count) * 10_000)) }
      #expect(try await bench.plays(host, of: user) == 3)
    }
    await bench.onLoop { await host.saveAll() }
    let before = try await bench.stored("a")
    let counted = try await bench.onLoop { try await host.rebuild() }
    #expect(counted.users == 2)
    #expect(counted.events == 6)
    await bench.onLoop { await host.saveAll() }
    #expect(try await bench.stored("a")?.parts == before?.parts)
    await bench.stop(host)
  }

  @Test("A snapshot that was changed on disk is named by the check, a true one is not")
  func checksSnapshots() async throws {
    let bench = try ViewBench()
    let host = try await bench.host()
    let events = (1...3).map { Event.listened(at: Int64($0) * 10_000) }
    for event in events { try bench.journal.append("u", event) }
    #expect(try await bench.plays(host) == 3)
    await bench.onLoop { await host.saveAll() }
    let snapshot = try #require(try await bench.stored())
    var check = SnapshotCheck<StatsView>(snapshot, zones: Zones())
    for event in events { check.add(event) }
    #expect(check.findings(checksum: snapshot.position.checksum) == [])
    var short = SnapshotCheck<StatsView>(snapshot, zones: Zones())
    for event in events.dropLast() { short.add(event) }
    #expect(short.findings(checksum: snapshot.position.checksum).count == 1)
    #expect(check.findings(checksum: 5) == ["the snapshot is of another journal"])
    await bench.stop(host)
  }
}
