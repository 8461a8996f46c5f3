import API
import Domain
import Foundation
import Programs
import Proto
import Service
import ViewHarness
import Storage
import Testing

@testable import Views

@Suite("Errors of the snapshot file never reach a reader")
struct SnapshotFileTests {
  private static let months = 6

  /// Returns a harness with snapshots of some months for each user.
  private func filled(_ users: [String] = ["u"]) async throws -> HostHarness {
    let harness = try HostHarness()
    let host = try await harness.host()
    for user in users {
      for month in 1...Self.months { try harness.journal.append(user, .listened(at: Int64(month) * 3_000_000)) }
      #expect(try await harness.plays(host, of: user) == Self.months)
    }
    await harness.stop(host)
    return harness
  }

  @Test(
    "Folds the journal again if any part of a snapshot is lost, added or changed",
    arguments: [
      "DELETE FROM snapshot_parts WHERE name = 'month/3'", "DELETE FROM snapshot_parts WHERE name = ''",
      "INSERT INTO snapshot_parts SELECT user_id, 'month/99', bytes FROM snapshot_parts WHERE name = 'month/3'",
      "UPDATE snapshot_parts SET name = 'month/88' WHERE name = 'month/3'",
      "UPDATE snapshot_parts SET bytes = zeroblob(40) WHERE name = 'month/3'",
      "UPDATE snapshots SET seq = seq - 1", "UPDATE snapshots SET checksum = checksum + 1",
      "UPDATE snapshots SET zones = 'others'", "UPDATE snapshots SET digest = zeroblob(32)",
      "UPDATE snapshots SET edition = edition + 1",
    ])
  func changedSnapshot(change: String) async throws {
    let harness = try await filled()
    try harness.run(change)
    let host = try await harness.host()
    #expect(try await harness.plays(host) == Self.months)
    await harness.stop(host)
    #expect(try await harness.stored()?.parts.filter { $0.name.hasPrefix("month/") }.count == Self.months)
    // The new snapshot is complete: nothing is folded a third time.
    let reads = harness.journal.reads.count
    let after = try await harness.host()
    #expect(try await harness.plays(after) == Self.months)
    #expect(harness.journal.reads.count == reads)
    await harness.stop(after)
  }

  @Test("Two hosts that write the same file do not mix their parts")
  func twoHosts() async throws {
    let harness = try await filled()
    let hosts = [try await harness.host(), try await harness.host()]
    for turn in 0..<8 {
      try harness.journal.append("u", .listened(at: 21_000_000 + Int64(turn) * 3_000_000))
      let host = hosts[turn % 2]
      #expect(try await harness.plays(host) == Self.months + turn + 1)
      await harness.onLoop { await host.saveAll() }
      let stored = try #require(try await harness.stored())
      #expect(stored.parts.filter { $0.name.hasPrefix("month/") }.count == Self.months + turn + 1)
    }
    for host in hosts { await harness.stop(host) }
    let after = try await harness.host()
    #expect(try await harness.plays(after) == Self.months + 8)
    await harness.stop(after)
  }

  @Test("A damaged page causes neither errors nor wrong figures, and the file recovers")
  func everyPage() async throws {
    let users = (0..<36).map { "user-\($0)" }
    let harness = try await filled(users)
    let whole = try Data(contentsOf: URL(fileURLWithPath: harness.path))
    let pageBytes = 4_096
    #expect(whole.count >= 8 * pageBytes)
    for page in 0..<(whole.count / pageBytes) {
      for (offset, count) in [(0, 16), (96, 8), (2_000, 2_096)] {
        var damaged = whole
        for place in (page * pageBytes + offset)..<(page * pageBytes + offset + count) { damaged[place] ^= 0xFF }
        try harness.replaceFile(damaged)
        let host = try await harness.host()
        for user in users { #expect(try await harness.plays(host, of: user) == Self.months, "page \(page) \(offset)") }
        await harness.onLoop { await host.saveAll() }
        try await harness.waitUntilRecovered(host)
        await harness.stop(host)
        let after = try await harness.host()
        for user in users { #expect(try await harness.plays(after, of: user) == Self.months, "page \(page) \(offset)") }
        await harness.stop(after)
      }
    }
  }

  @Test("Detects pages damaged at run time, and can still rebuild the view")
  func rotWhileRunning() async throws {
    let users = (0..<12).map { "user-\($0)" }
    let harness = try await filled(users)
    let host = try await harness.host()
    try harness.damagePages()
    for user in users { #expect(try await harness.plays(host, of: user) == Self.months) }
    #expect(try await harness.onLoop { try await host.rebuild() }.events == Self.months * users.count)
    try await harness.waitUntilRecovered(host)
    #expect(try await harness.onLoop { try await host.rebuild() }.events == Self.months * users.count)
    await harness.stop(host)
    #expect(try await harness.stored(users[3])?.position.seq == Int64(Self.months))
  }

  @Test("A file emptied during its recreation is usable afterwards")
  func emptiedDuringRecreation() async throws {
    let harness = try HostHarness()
    let log = Log(service: "test", level: .error)
    let snapshot = Snapshot(
      position: .init(seq: 1, checksum: 1), edition: 1, zones: "",
      parts: [SnapshotPart(name: "a", bytes: [UInt8](repeating: 7, count: 60_000))])
    for turn in 0..<50 {
      let first = SnapshotFile(path: harness.path, log: log)
      _ = await first.save(snapshot, of: "u", epoch: first.epoch)
      first.close()
      let file = SnapshotFile(path: harness.path, log: log)
      try harness.damagePages()
      // Detects the damage, which starts the recreation, and empties the file at a varying time during it.
      _ = await file.find("u")
      let later = ContinuousClock.now + .microseconds(200 * turn)
      while ContinuousClock.now < later { await Task.yield() }
      file.beginRemoval()
      try await file.removeAll()
      try await harness.waitUntilRecovered(file)
      guard case .written = await file.save(snapshot, of: "v", epoch: file.epoch) else { throw Fault(.internal, "") }
      file.close()
      #expect(try await harness.stored("u") == nil, "turn \(turn)")
      #expect(try await harness.stored("v")?.position.seq == 1, "turn \(turn)")
    }
  }

  @Test("Recreates a deleted or replaced file with all states in memory")
  func deleted() async throws {
    let harness = try await filled()
    let host = try await harness.host()
    #expect(try await harness.plays(host) == Self.months)
    for replacement in [nil, Data("something else".utf8)] {
      try FileManager.default.removeItem(atPath: harness.path)
      if let replacement { try replacement.write(to: URL(fileURLWithPath: harness.path)) }
      let plays = try await harness.plays(host)
      try harness.journal.append("u", .listened(at: 40_000_000 + Int64(plays) * 1_000))
      #expect(try await harness.plays(host) == plays + 1)
      await harness.onLoop { await host.saveAll() }
      try await harness.waitUntilRecovered(host)
      await harness.onLoop {
        host.checkGeneration()
        await host.saveAll()
      }
      #expect(try await harness.stored()?.position.seq == Int64(plays + 1))
    }
    await harness.stop(host)
  }

  @Test("Without a file, a view serves from memory, reports degraded, and creates the file when possible")
  func missingDirectory() async throws {
    let harness = try HostHarness(directory: "missing")
    for month in 1...3 { try harness.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    let host = try await harness.host()
    for _ in 0..<3 {
      #expect(try await harness.plays(host) == 3)
      await harness.onLoop { await host.saveAll() }
    }
    // The state stays in memory although it cannot be written, so it is folded once.
    #expect(harness.journal.reads == [0, 1, 2])
    let health = await harness.onLoop { await host.health() }
    #expect(health.status == .degraded && health.details["snapshots"] != nil)
    #expect(try await harness.onLoop { try await host.rebuild() }.events == 3)
    try harness.makeDirectory()
    try await harness.waitUntilRecovered(host)
    #expect(await harness.onLoop { await host.health() }.status == .ok)
    await harness.stop(host)
    #expect(try await harness.stored()?.position.seq == 3)
  }

  @Test("A full disk loses no state in memory, and the states are written when there is space")
  func fullDisk() async throws {
    let harness = try await filled()
    let host = try await harness.host()
    #expect(try await harness.plays(host) == Self.months)
    let store = try #require(host.snapshots.store)
    try await store.limitPages(to: 1)
    let reads = harness.journal.reads.count
    for month in 1...5 {
      let plays = try await harness.plays(host)
      for minute in 0..<200 {
        try harness.journal.append("u", .listened(at: 20_000_000 + Int64(month) * 3_000_000 + Int64(minute) * 60))
      }
      #expect(try await harness.plays(host) == plays + 200)
      await harness.onLoop { await host.saveAll() }
      #expect(await harness.onLoop { await host.health() }.status == .degraded)
    }
    #expect(harness.journal.reads.count == reads + 1_000)
    try await store.limitPages(to: 1_000_000)
    try await harness.waitUntilRecovered(host)
    await harness.stop(host)
    #expect(try await harness.stored()?.position.seq == Int64(Self.months + 1_000))
    let after = try await harness.host()
    #expect(try await harness.plays(after) == Self.months + 1_000)
    #expect(harness.journal.reads.count == reads + 1_000)
    await harness.stop(after)
  }
}

extension SnapshotStore {
  fileprivate func limitPages(to count: Int) async throws {
    try await database.write { transaction in
      _ =
        count == 1
        ? try transaction.rows.first("PRAGMA max_page_count = 1") { $0.int(0) }
        : try transaction.rows.first("PRAGMA max_page_count = 1000000") { $0.int(0) }
    }
  }
}

extension HostHarness {
  /// Changes the file in another process.
  fileprivate func run(_ statement: String) throws {
    let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    #expect(try Program.run("/usr/bin/env", ["python3", "-c", program, path, statement]).code == 0)
  }

  fileprivate func replaceFile(_ data: Data) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// Damages all pages but the first.
  fileprivate func damagePages() throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let count = try file.seekToEnd() / 4_096
    #expect(count > 1)
    for page in 1..<count {
      try file.seek(toOffset: page * 4_096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
    }
    try file.close()
  }

  /// Retries, as the host does at intervals, until the file is usable.
  fileprivate func waitUntilRecovered(_ host: ViewHost<StatsView>) async throws {
    try await waitUntilRecovered(host.snapshots)
  }

  fileprivate func waitUntilRecovered(_ file: SnapshotFile) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while let problem = file.problem {
      guard ContinuousClock.now < deadline else { throw Fault(.internal, problem) }
      await onLoop { await file.recover() }
      await Task.yield()
    }
  }
}
