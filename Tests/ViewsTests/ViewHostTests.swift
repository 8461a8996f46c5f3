import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import ViewHarness
import Testing

@testable import Views

@Suite("The host of a view")
struct ViewHostTests {
  @Test("A read includes every event appended before it")
  func readsAreCurrent() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    #expect(try await harness.plays(host) == 0)
    for count in 1...5 {
      try harness.journal.append("u", .listened(at: Int64(count) * 10_000))
      #expect(try await harness.plays(host) == count)
    }
    #expect(try await harness.plays(host, of: "another") == 0)
    await harness.stop(host)
  }

  @Test("After a restart, reads only new events")
  func snapshotsServe() async throws {
    let harness = try HostHarness()
    let first = try await harness.host()
    for count in 1...3 { try harness.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await harness.plays(first) == 3)
    await harness.stop(first)
    try harness.journal.append("u", .listened(at: 90_000))
    let before = harness.journal.reads.count
    let second = try await harness.host()
    #expect(try await harness.plays(second) == 4)
    #expect(Array(harness.journal.reads[before...]) == [3])
    await harness.stop(second)
  }

  @Test(
    "Folds a restarted journal from its beginning, in memory and from a snapshot", arguments: [false, true])
  func newJournalsAreSeen(restarting: Bool) async throws {
    let harness = try HostHarness()
    var host = try await harness.host()
    for count in 1...3 { try harness.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await harness.plays(host) == 3)
    harness.journal.discard("u")
    if restarting {
      await harness.stop(host)
      host = try await harness.host()
    } else {
      #expect(try await harness.plays(host) == 0)
    }
    for count in 1...4 { try harness.journal.append("u", .listened(at: Int64(count) * 20_000), chain: 7_000) }
    #expect(try await harness.plays(host) == 4)
    await harness.stop(host)
  }

  @Test("The snapshot of a new journal contains no parts of the old one")
  func oldPartsAreGone() async throws {
    let harness = try HostHarness()
    let first = try await harness.host()
    for month in 1...3 { try harness.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    #expect(try await harness.plays(first) == 3)
    await harness.stop(first)
    harness.journal.discard("u")
    try harness.journal.append("u", .listened(at: 30_000_000), chain: 7_000)
    let second = try await harness.host()
    #expect(try await harness.plays(second) == 1)
    await harness.stop(second)
    let third = try await harness.host()
    #expect(try await harness.plays(third) == 1)
    await harness.stop(third)
  }

  @Test("Folds the journal again if the snapshot is damaged")
  func damageIsRepaired() async throws {
    let harness = try HostHarness()
    let first = try await harness.host()
    for count in 1...3 { try harness.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    #expect(try await harness.plays(first) == 3)
    await harness.onLoop { await first.saveAll() }
    let snapshot = try #require(try await harness.stored())
    var damaged = snapshot
    damaged.parts = snapshot.parts.map { SnapshotPart(name: $0.name, bytes: [1, 2, 3]) }
    let store = try SnapshotStore(path: harness.path)
    _ = try await store.save(damaged, of: "u")
    store.close()
    first.snapshots.close()
    let second = try await harness.host()
    #expect(try await harness.plays(second) == 3)
    await harness.stop(second)
  }

  @Test("Reads fail while the journal is unavailable and succeed afterwards")
  func unavailableJournal() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    try harness.journal.append("u", .listened(at: 10_000))
    #expect(try await harness.plays(host) == 1)
    harness.journal.setUnavailable(true)
    await #expect { try await harness.plays(host) } throws: { ($0 as? Fault)?.code == .unavailable }
    harness.journal.setUnavailable(false)
    #expect(try await harness.plays(host) == 1)
    await harness.stop(host)
  }

  @Test("Concurrent readers of an inactive user fold its journal once")
  func flightsAreShared() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    for count in 1...20 { try harness.journal.append("u", .listened(at: Int64(count) * 10_000)) }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await harness.plays(host) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 20, count: 50))
    #expect(harness.journal.reads == Array(0..<20))
    await harness.stop(host)
  }

  @Test("A rebuild folds every user and gives equal snapshots")
  func rebuilds() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    for user in ["a", "b"] {
      for count in 1...3 { try harness.journal.append(user, .listened(at: Int64(count) * 10_000)) }
      #expect(try await harness.plays(host, of: user) == 3)
    }
    await harness.onLoop { await host.saveAll() }
    let before = try await harness.stored("a")
    let counted = try await harness.onLoop { try await host.rebuild() }
    #expect(counted.users == 2)
    #expect(counted.events == 6)
    await harness.onLoop { await host.saveAll() }
    #expect(try await harness.stored("a")?.parts == before?.parts)
    await harness.stop(host)
  }

  @Test("States above the given memory are evicted, and their users are read again")
  func memoryIsBounded() async throws {
    let harness = try HostHarness()
    let users = (0..<20).map { "user\($0)" }
    for user in users { try harness.journal.append(user, .listened(at: 10_000)) }
    let roomy = try await harness.host()
    for user in users { #expect(try await harness.plays(roomy, of: user) == 1) }
    let (count, bytes) = await harness.onLoop { (roomy.active.value.count, roomy.active.value.bytes) }
    #expect(count == users.count)
    await harness.stop(roomy)
    let limit = bytes / 4
    let small = try await harness.host(activeBytes: limit)
    for _ in 0..<2 {
      for user in users { #expect(try await harness.plays(small, of: user) == 1) }
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while await harness.onLoop({ small.active.value.bytes > limit }), .now < deadline { await Task.yield() }
    let kept = await harness.onLoop { (small.active.value.count, small.active.value.bytes) }
    #expect(kept.0 > 0 && kept.1 <= limit, "\(kept) of \(limit) bytes")
    await harness.stop(small)
  }

  @Test("The check reports a wrong snapshot and accepts a correct one")
  func checksSnapshots() async throws {
    let harness = try HostHarness()
    let host = try await harness.host()
    let events = (1...3).map { Event.listened(at: Int64($0) * 10_000) }
    for event in events { try harness.journal.append("u", event) }
    #expect(try await harness.plays(host) == 3)
    await harness.onLoop { await host.saveAll() }
    let snapshot = try #require(try await harness.stored())
    var check = SnapshotCheck<StatsView>(snapshot, zones: Zones())
    for event in events { check.add(event) }
    #expect(check.findings(checksum: snapshot.position.checksum) == [])
    var short = SnapshotCheck<StatsView>(snapshot, zones: Zones())
    for event in events.dropLast() { short.add(event) }
    #expect(short.findings(checksum: snapshot.position.checksum).count == 1)
    #expect(check.findings(checksum: 5) == ["the snapshot belongs to another journal"])
    await harness.stop(host)
  }
}
