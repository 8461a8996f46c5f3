import API
import Domain
import Foundation
import Programs
import Proto
import Service
import ServiceBench
import Storage
import Testing

@testable import Views

/// Whatever happens to a view's file, no reader gets an error or a wrong figure of it.
@Suite struct SnapshotFileTests {
  private static let months = 6

  /// Users with some months each, on disk; the host has stopped.
  private func filled(_ users: [String] = ["u"]) async throws -> ViewBench {
    let bench = try ViewBench()
    let host = try await bench.host()
    for user in users {
      for month in 1...Self.months { try bench.journal.append(user, .listened(at: Int64(month) * 3_000_000)) }
      #expect(try await bench.plays(host, of: user) == Self.months)
    }
    await bench.stop(host)
    return bench
  }

  @Test(
    "A snapshot of which anything is lost, added or changed is folded again",
    arguments: [
      "DELETE FROM snapshot_parts WHERE name = 'month/3'", "DELETE FROM snapshot_parts WHERE name = ''",
      "INSERT INTO snapshot_parts SELECT user_id, 'month/99', bytes FROM snapshot_parts WHERE name = 'month/3'",
      "UPDATE snapshot_parts SET name = 'month/88' WHERE name = 'month/3'",
      "UPDATE snapshot_parts SET bytes = zeroblob(40) WHERE name = 'month/3'",
      "UPDATE snapshots SET seq = seq - 1", "UPDATE snapshots SET checksum = checksum + 1",
      "UPDATE snapshots SET zones = 'others'", "UPDATE snapshots SET digest = zeroblob(32)",
      "UPDATE snapshots SET edition = edition + 1",
    ])
  func odd(change: String) async throws {
    let bench = try await filled()
    try bench.run(change)
    let host = try await bench.host()
    #expect(try await bench.plays(host) == Self.months)
    await bench.stop(host)
    #expect(try await bench.stored()?.parts.filter { $0.name.hasPrefix("month/") }.count == Self.months)
    // What was made anew is on disk and whole: nothing is folded a third time.
    let reads = bench.journal.reads.count
    let after = try await bench.host()
    #expect(try await bench.plays(after) == Self.months)
    #expect(bench.journal.reads.count == reads)
    await bench.stop(after)
  }

  @Test("Two hosts that write the same file in turns leave nothing mixed")
  func twoHosts() async throws {
    let bench = try await filled()
    let hosts = [try await bench.host(), try await bench.host()]
    for turn in 0..<8 {
      try bench.journal.append("u", .listened(at: 21_000_000 + Int64(turn) * 3_000_000))
      let host = hosts[turn % 2]
      #expect(try await bench.plays(host) == Self.months + turn + 1)
      await bench.onLoop { await host.saveAll() }
      let stored = try #require(try await bench.stored())
      #expect(stored.parts.filter { $0.name.hasPrefix("month/") }.count == Self.months + turn + 1)
    }
    for host in hosts { await bench.stop(host) }
    let after = try await bench.host()
    #expect(try await bench.plays(after) == Self.months + 8)
    await bench.stop(after)
  }

  @Test("No damaged page of the file gives an error or a wrong figure, and the file is well again afterwards")
  func everyPage() async throws {
    let users = (0..<36).map { "user-\($0)" }
    let bench = try await filled(users)
    let whole = try Data(contentsOf: URL(fileURLWithPath: bench.path))
    let pageBytes = 4_096
    #expect(whole.count >= 8 * pageBytes)
    for page in 0..<(whole.count / pageBytes) {
      for (offset, count) in [(0, 16), (96, 8), (2_000, 2_096)] {
        var damaged = whole
        for place in (page * pageBytes + offset)..<(page * pageBytes + offset + count) { damaged[place] ^= 0xFF }
        try bench.replaceFile(damaged)
        let host = try await bench.host()
        for user in users { #expect(try await bench.plays(host, of: user) == Self.months, "page \(page) \(offset)") }
        await bench.onLoop { await host.saveAll() }
        try await bench.untilWell(host)
        await bench.stop(host)
        let after = try await bench.host()
        for user in users { #expect(try await bench.plays(after, of: user) == Self.months, "page \(page) \(offset)") }
        await bench.stop(after)
      }
    }
  }

  @Test("A page that rots while the view runs is noticed, and the view can still be rebuilt")
  func rotWhileRunning() async throws {
    let users = (0..<12).map { "user-\($0)" }
    let bench = try await filled(users)
    let host = try await bench.host()
    try bench.damagePages()
    for user in users { #expect(try await bench.plays(host, of: user) == Self.months) }
    #expect(try await bench.onLoop { try await host.rebuild() }.events == Self.months * users.count)
    try await bench.untilWell(host)
    #expect(try await bench.onLoop { try await host.rebuild() }.events == Self.months * users.count)
    await bench.stop(host)
    #expect(try await bench.stored(users[3])?.position.seq == Int64(Self.months))
  }

  @Test("A file that is emptied while it is made anew is the file of that name afterwards")
  func emptiedWhileMade() async throws {
    let bench = try ViewBench()
    let log = Log(service: "test", level: .error)
    let snapshot = Snapshot(
      position: .init(seq: 1, checksum: 1), edition: 1, zones: "",
      parts: [SnapshotPart(name: "a", bytes: [UInt8](repeating: 7, count: 60_000))])
    for turn in 0..<50 {
      let first = SnapshotFile(path: bench.path, log: log)
      _ = await first.save(snapshot, of: "u", era: first.era)
      first.close()
      let file = SnapshotFile(path: bench.path, log: log)
      try bench.damagePages()
      // The damage is found, another file is begun, and this one emptied at some time while that is made.
      _ = await file.find("u")
      let later = ContinuousClock.now + .microseconds(200 * turn)
      while ContinuousClock.now < later { await Task.yield() }
      file.beginRemoval()
      try await file.removeAll()
      try await bench.untilWell(file)
      guard case .written = await file.save(snapshot, of: "v", era: file.era) else { throw Fault(.internal, "") }
      file.close()
      #expect(try await bench.stored("u") == nil, "turn \(turn)")
      #expect(try await bench.stored("v")?.position.seq == 1, "turn \(turn)")
    }
  }

  @Test("A file that is deleted or replaced while the view runs is made anew with all that memory holds")
  func deleted() async throws {
    let bench = try await filled()
    let host = try await bench.host()
    #expect(try await bench.plays(host) == Self.months)
    for replacement in [nil, Data("something else".utf8)] {
      try FileManager.default.removeItem(atPath: bench.path)
      if let replacement { try replacement.write(to: URL(fileURLWithPath: bench.path)) }
      let plays = try await bench.plays(host)
      try bench.journal.append("u", .listened(at: 40_000_000 + Int64(plays) * 1_000))
      #expect(try await bench.plays(host) == plays + 1)
      await bench.onLoop { await host.saveAll() }
      try await bench.untilWell(host)
      await bench.onLoop {
        host.noticeRenewals()
        await host.saveAll()
      }
      #expect(try await bench.stored()?.position.seq == Int64(plays + 1))
    }
    await bench.stop(host)
  }

  @Test("A view whose file cannot be made answers from memory, says so, and makes it when that is possible")
  func noPlace() async throws {
    let bench = try ViewBench(directory: "not there yet")
    for month in 1...3 { try bench.journal.append("u", .listened(at: Int64(month) * 3_000_000)) }
    let host = try await bench.host()
    for _ in 0..<3 {
      #expect(try await bench.plays(host) == 3)
      await bench.onLoop { await host.saveAll() }
    }
    // The state stays although it cannot be written: it is folded once.
    #expect(bench.journal.reads == [0, 1, 2])
    let health = await bench.onLoop { await host.health() }
    #expect(health.status == .degraded && health.details["snapshots"] != nil)
    #expect(try await bench.onLoop { try await host.rebuild() }.events == 3)
    try bench.makeDirectory()
    try await bench.untilWell(host)
    #expect(await bench.onLoop { await host.health() }.status == .ok)
    await bench.stop(host)
    #expect(try await bench.stored()?.position.seq == 3)
  }

  @Test("A full disk costs no state that is in memory, and what was not written is written when there is room")
  func fullDisk() async throws {
    let bench = try await filled()
    let host = try await bench.host()
    #expect(try await bench.plays(host) == Self.months)
    let store = try #require(host.snapshots.store)
    try await store.limitPages(to: 1)
    let reads = bench.journal.reads.count
    for month in 1...5 {
      let plays = try await bench.plays(host)
      for minute in 0..<200 {
        try bench.journal.append("u", .listened(at: 20_000_000 + Int64(month) * 3_000_000 + Int64(minute) * 60))
      }
      #expect(try await bench.plays(host) == plays + 200)
      await bench.onLoop { await host.saveAll() }
      #expect(await bench.onLoop { await host.health() }.status == .degraded)
    }
    #expect(bench.journal.reads.count == reads + 1_000)
    try await store.limitPages(to: 1_000_000)
    try await bench.untilWell(host)
    await bench.stop(host)
    #expect(try await bench.stored()?.position.seq == Int64(Self.months + 1_000))
    let after = try await bench.host()
    #expect(try await bench.plays(after) == Self.months + 1_000)
    #expect(bench.journal.reads.count == reads + 1_000)
    await bench.stop(after)
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

extension ViewBench {
  /// Changes the file from outside.
  fileprivate func run(_ statement: String) throws {
    let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    #expect(try Program.run("/usr/bin/env", ["python3", "-c", program, path, statement]).code == 0)
  }

  fileprivate func replaceFile(_ data: Data) throws {
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try data.write(to: URL(fileURLWithPath: path))
  }

  /// All but the first, in the file that is there.
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

  /// Tries the file, as the host does at intervals, until nothing is wrong with it.
  fileprivate func untilWell(_ host: ViewHost<StatsView>) async throws {
    try await untilWell(host.snapshots)
  }

  fileprivate func untilWell(_ file: SnapshotFile) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while let trouble = file.trouble {
      guard ContinuousClock.now < deadline else { throw Fault(.internal, trouble) }
      await onLoop { await file.mend() }
      await Task.yield()
    }
  }
}
