import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import SeededRandom
import Testing

@testable import SessionSvc

@Suite("Waiting for journal events")
struct ChangesTests {
  private typealias Reply = SessionAPI.WaitForChange.Reply

  private func report(_ number: Int64) -> SessionAPI.RecordListening {
    ListeningTests.report(start: ListeningTests.start + -number * 400)
  }

  private func isWaiting(_ rig: SessionRig, _ count: Int = 1) async throws {
    let end = ContinuousClock().now + .seconds(30)
    while rig.handlers.heads.waitCount != count, ContinuousClock().now < end { await Task.yield() }
    try #require(rig.handlers.heads.waitCount == count)
  }

  @Test("The next write ends a wait and reports its areas")
  func answered() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let head = try await rig.head()
    let wait = Task { try await rig.handlers.waitForChange(.init(after: head.seq, wait: 60_000), ada) }
    try await isWaiting(rig)
    // Another user's write does not end the wait.
    _ = try await rig.begin("eve")
    #expect(rig.handlers.heads.waitCount == 1)
    _ = try await rig.handlers.recordListening(report(0), ada)
    #expect(try await wait.value == Reply(seq: head.seq + 1, areas: [.listening]))
    #expect(rig.handlers.heads.waitCount == 0)
    // Writes between two waits are not missed.
    _ = try await rig.handlers.saveProfile(.init(displayName: .set("Ada")), ada)
    let next = try await rig.handlers.waitForChange(.init(after: head.seq + 1, wait: 60_000), ada)
    #expect(next.seq == head.seq + 2 && next.areas.first == .profile)
  }

  @Test("Returns the head without a wait, and all areas without a position")
  func atOnce() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let head = try await rig.head()
    #expect(
      try await rig.handlers.waitForChange(.init(after: nil, wait: 60_000), ada)
        == Reply(seq: head.seq, areas: Area.allCases))
    #expect(try await rig.handlers.waitForChange(.init(after: head.seq), ada) == Reply(seq: head.seq, areas: []))
    // A position after the head belongs to another journal.
    #expect(
      try await rig.handlers.waitForChange(.init(after: head.seq + 9, wait: 60_000), ada)
        == Reply(seq: head.seq, areas: Area.allCases))
    #expect(await fault { _ = try await rig.handlers.waitForChange(.init(after: -1), ada) }?.code == .invalid)
    #expect(
      await fault { _ = try await rig.handlers.waitForChange(.init(after: 1), CallerContext(user: nil)) }?.code
        == .unauthenticated)
  }

  @Test(
    "Reads unwatched changes from the journal, unless there are too many",
    .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles))
  func unseen() async throws {
    let first = try SessionRig()
    let ada = try await first.begin()
    for number in 0..<3 { _ = try await first.handlers.recordListening(report(Int64(number)), ada) }
    // Another process, which has not seen any write.
    let rig = try SessionRig(copying: first.directory)
    let head = try await rig.head()
    #expect(
      try await rig.handlers.waitForChange(.init(after: head.seq - 3, wait: 60_000), ada)
        == Reply(seq: head.seq, areas: [.listening]))
    let sinceStory = try await rig.handlers.waitForChange(.init(after: head.seq - 4), ada)
    #expect(sinceStory.areas == [.catalogue, .listening])
    #expect(try await rig.handlers.waitForChange(.init(after: 0), ada).areas == [.profile, .catalogue, .listening])
    for part in 0..<11 {
      let calls = try (0..<500).map { number in
        RawCBOR(bytes: try CBOREncoder.encode(report(Int64(100 + 500 * part + number))))
      }
      _ = try await rig.handlers.recordListeningBatch(.init(sessions: calls), ada)
    }
    let later = try SessionRig(copying: rig.directory)
    let end = try await later.head()
    #expect(end.seq > Int64(SessionLimits.eventsPerWait))
    #expect(try await later.handlers.waitForChange(.init(after: 1), ada) == Reply(seq: end.seq, areas: Area.allCases))
    #expect(
      try await later.handlers.waitForChange(.init(after: end.seq - 500), ada)
        == Reply(seq: end.seq, areas: [.listening]))
  }

  @Test("A wait ends at its deadline, with its caller and with the service")
  func ends() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let head = try await rig.head()
    let call = SessionAPI.WaitForChange(after: head.seq, wait: 60_000)
    let over = Task { try await rig.handlers.waitForChange(call, ada) }
    try await isWaiting(rig)
    #expect(rig.handlers.heads.endOverdue(now: 0))
    #expect(!rig.handlers.heads.endOverdue(now: .max - 1))
    #expect(try await over.value == Reply(seq: head.seq, areas: []))
    let gone = Task { try await rig.handlers.waitForChange(call, ada) }
    try await isWaiting(rig)
    gone.cancel()
    #expect(await fault { _ = try await gone.value }?.code == .cancelled)
    #expect(rig.handlers.heads.waitCount == 0)
    let stopped = Task { try await rig.handlers.waitForChange(call, ada) }
    try await isWaiting(rig)
    rig.handlers.heads.stopWaits()
    #expect(await fault { _ = try await stopped.value }?.code == .unavailable)
    #expect(await fault { _ = try await rig.handlers.waitForChange(call, ada) }?.code == .unavailable)
  }

  @Test("One user's waits do not use up the places of others")
  func bounds() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let eve = try await rig.begin("eve")
    let (seq, ofEve) = (try await rig.head().seq, try await rig.head("eve").seq)
    let waits = (0..<SessionLimits.waitsOfUser).map { _ in
      Task { try await rig.handlers.waitForChange(.init(after: seq, wait: 60_000), ada) }
    }
    try await isWaiting(rig, SessionLimits.waitsOfUser)
    #expect(
      await fault { _ = try await rig.handlers.waitForChange(.init(after: seq, wait: 60_000), ada) }?.code
        == .overloaded)
    let other = Task { try await rig.handlers.waitForChange(.init(after: ofEve, wait: 60_000), eve) }
    try await isWaiting(rig, SessionLimits.waitsOfUser + 1)
    _ = try await rig.handlers.saveHero(.init(id: "new", name: "New"), ada)
    for wait in waits { #expect(try await wait.value.seq == seq + 1) }
    try await isWaiting(rig, 1)
    rig.handlers.heads.stopWaits()
    _ = await other.result
  }

  @Test("Reports every area that changed since a position, and none at the head")
  func sameAsList() {
    var random = SplitMix(seed: 20_261_122)
    for _ in 0..<200 {
      var watches = Watches(capacity: 4, waits: 2, ofUser: 2)
      var commits: [(seq: Int64, areas: Areas)] = []
      var seq = Int64.random(in: 0...3, using: &random)
      let since = seq
      _ = watches.changes("ada", after: seq, seq: seq)
      for _ in 0..<30 {
        seq += Int64.random(in: 1...3, using: &random)
        let areas = Areas(rawValue: UInt16.random(in: 1...Areas.all.rawValue, using: &random))
        commits.append((seq, areas))
        _ = watches.note("ada", seq: seq, areas)
        let after = Int64.random(in: since...seq, using: &random)
        let touched = commits.filter { $0.seq > after }.reduce(into: Areas()) { $0.formUnion($1.areas) }
        let expected: Watches.Outcome = after == seq ? .unchanged(seq: seq) : .changed(seq: seq, touched)
        #expect(watches.changes("ada", after: after, seq: seq) == expected)
        if since > 0 { #expect(watches.changes("ada", after: since - 1, seq: seq) == .unseen(seq: seq)) }
      }
      #expect(watches.beginChecks() && !watches.beginChecks() && !watches.continuesChecks())
      // A restarted journal is another journal.
      _ = watches.note("ada", seq: 1, .profile)
      #expect(watches.changes("ada", after: seq, seq: 1) == .changed(seq: 1, .all))
      // Users without a wait are discarded, so the journal is read.
      for user in ["a", "b", "c", "d", "e"] { _ = watches.changes(user, after: 0, seq: 5) }
      #expect(watches.changes("ada", after: 1, seq: 4) == .unseen(seq: 4))
    }
  }

  @Test("Reports the tokens that are no longer valid")
  func tokens() async throws {
    let rig = try SessionRig()
    let tokens = Tokens(database: rig.database)
    let now = rig.clock.now
    let good = try await tokens.create(user: "ada", now: now)
    let brief = try await tokens.create(user: "ada", expiresAt: now + 10, now: now)
    let revoked = try await tokens.create(user: "eve", now: now)
    let hashes = [good, brief, revoked].flatMap { SHA256.hash($0.token) } + SHA256.hash("wm_unknown")
    let call = SessionAPI.CheckTokens(hashes: hashes)
    #expect(try await rig.handlers.checkTokens(call, CallerContext(user: nil)).ended == [3])
    _ = try await tokens.revoke(id: revoked.stored.id, now: now)
    rig.clock.now = now + 10
    #expect(try await rig.handlers.checkTokens(call, CallerContext(user: nil)).ended == [1, 2, 3])
    let broken = SessionAPI.CheckTokens(hashes: Array(hashes.dropLast()))
    #expect(await fault { _ = try await rig.handlers.checkTokens(broken, CallerContext(user: nil)) }?.code == .invalid)
  }
}
