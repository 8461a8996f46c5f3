import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import Storage
import Synchronization
import Testing

@testable import SessionSvc

@Suite struct JournalTests {
  @Test(
    "Reading stops at damage and reports its position",
    arguments: [
      (
        """
        UPDATE journal SET event = (SELECT event FROM journal WHERE user_id = 'ada' AND seq = 1)
        WHERE user_id = 'ada' AND seq = 7
        """, 7
      ),
      ("UPDATE journal SET checksum = 1 WHERE seq = 7", 7),
      ("DELETE FROM journal WHERE seq = 7", 7), ("DELETE FROM journal WHERE seq = 23", 23),
      ("UPDATE users SET chain_start = 1", 1), ("UPDATE users SET head_checksum = 1", 24),
    ] as [(SQL, Int64)])
  func damage(change: SQL, seq: Int64) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    for n in 0..<Int64(20) {
      _ = try await rig.handlers.recordListening(ListeningTests.report(start: ListeningTests.start + n), ada)
    }
    try await rig.database.write { try $0.run(change) }
    // The rig has the events in memory.
    let cold = rig.coldHandlers
    for maxBytes in [1, 1 << 20] {
      var after: Int64 = 0
      let found = await fault {
        while true {
          let part = try await cold.readJournal(
            .init(user: "ada", after: after, maxBytes: maxBytes), CallerContext(user: nil))
          guard part.count > 0 else { return }
          after = part.last.seq
        }
      }
      let message = "the journal is damaged at event \(seq); ask the operator to run 'waymark verify'"
      #expect(found == Fault(.unavailable, message))
    }
  }

  @Test("Reads a journal in parts of any size")
  func reading() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    for n in 0..<Int64(20) {
      _ = try await rig.handlers.recordListening(ListeningTests.report(start: ListeningTests.start + n), ada)
    }
    let head = try await rig.head()
    #expect(head.seq == 23)
    let whole = try await rig.handlers.readJournal(.init(user: "ada", after: 0), CallerContext(user: nil))
    #expect(whole.count == 23 && whole.last == head && whole.head == head && whole.checksumAfter == 0)
    for maxBytes in [1, 300, 1_000] {
      var bytes: [UInt8] = []
      var last = SessionAPI.Head(seq: 0, checksum: 0)
      while last.seq < head.seq {
        let part = try await rig.handlers.readJournal(
          .init(user: "ada", after: last.seq, maxBytes: maxBytes), CallerContext(user: nil))
        #expect(part.checksumAfter == last.checksum)
        #expect(part.count > 0)
        #expect(part.count == 1 || part.events.count <= maxBytes)
        bytes += part.events
        last = part.last
      }
      #expect(bytes == whole.events)
    }
    let end = try await rig.handlers.readJournal(.init(user: "ada", after: 23), CallerContext(user: nil))
    #expect(end.count == 0 && end.last == head && end.checksumAfter == head.checksum)
    let past = try await rig.handlers.readJournal(.init(user: "ada", after: 24), CallerContext(user: nil))
    #expect(past.count == 0 && past.checksumAfter == nil)
    let nobody = try await rig.handlers.readJournal(.init(user: "nobody", after: 0), CallerContext(user: nil))
    #expect(nobody.head == SessionAPI.Head(seq: 0, checksum: 0))
  }

  @Test("Returns heads in the requested order, from memory and from the file")
  func heads() async throws {
    let rig = try SessionRig()
    for user in ["ada", "bob", "cleo"] { _ = try await rig.begin(user) }
    let call = SessionAPI.FetchHeads(users: ["cleo", "nobody", "ada"])
    let warm = try await rig.handlers.fetchHeads(call, CallerContext(user: nil)).heads
    let cold = rig.coldHandlers
    #expect(try await cold.fetchHeads(call, CallerContext(user: nil)).heads == warm)
    #expect(try await cold.fetchHeads(call, CallerContext(user: nil)).heads == warm)
    #expect(warm.map(\.seq) == [3, 0, 3])
    #expect(warm[0].checksum != warm[2].checksum)
    _ = try await rig.handlers.deleteHero(.init(id: "mia"), CallerContext(user: "ada"))
    #expect(try await rig.head("ada").seq == 4)
  }

  @Test("A head read during a publication is not cached")
  func fills() {
    let heads = Heads(capacity: 8)
    let old = SessionAPI.Head(seq: 1, checksum: 1)
    let new = SessionAPI.Head(seq: 2, checksum: 2)
    let ticket = heads.heads(of: ["ada"]).ticket
    heads.publish(new, of: "ada")
    heads.fill(old, of: "ada", ticket: ticket)
    #expect(heads.head(of: "ada") == new)
    for n in 0..<100 { heads.publish(old, of: "u\(n)") }
    #expect(heads.head(of: "ada") == nil)
    heads.fill(old, of: "ada", ticket: ticket)
    #expect(heads.head(of: "ada") == nil)
    heads.fill(new, of: "ada", ticket: heads.heads(of: ["ada"]).ticket)
    #expect(heads.head(of: "ada") == new)
    #expect(heads.eventCount == 101)
  }

  @Test("Lists users in order, page by page")
  func users() async throws {
    let rig = try SessionRig()
    for user in ["cleo", "ada", "bob"] { _ = try await rig.begin(user) }
    let first = try await rig.handlers.listUsers(.init(limit: 2), CallerContext(user: nil))
    #expect(first.users == ["ada", "bob"] && first.next == "bob")
    let second = try await rig.handlers.listUsers(.init(after: first.next, limit: 2), CallerContext(user: nil))
    #expect(second.users == ["cleo"] && second.next == nil)
  }

  @Test("Verifies a sound journal and locates damage")
  func verifying() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    for n in 0..<Int64(5) {
      _ = try await rig.handlers.recordListening(ListeningTests.report(start: ListeningTests.start + n), ada)
    }
    let audit = JournalAudit(database: rig.database)
    #expect(try await audit.users(after: nil) == ["ada"])
    #expect(try await audit.users(after: "ada").isEmpty)
    let sound = try #require(try await audit.verify("ada"))
    #expect(sound.findings.isEmpty && sound.count == 8)
    try await rig.database.write { transaction in
      try transaction.run("UPDATE journal SET event = $1 WHERE seq = 2", .bytes([0xF7]))
      try transaction.run("DELETE FROM journal WHERE seq = 5 OR seq = 8")
    }
    let damaged = try #require(try await audit.verify("ada")).findings
    #expect(damaged.count == 4)
    #expect(damaged.contains(.checksum(seq: 2)))
    #expect(damaged.contains(.gap(first: 5, last: 5)))
    #expect(damaged.contains { if case .undecodable(2, _) = $0 { true } else { false } })
    #expect(damaged.contains { if case .head = $0 { true } else { false } })
    #expect(try await audit.verify("nobody") == nil)
  }

  @Test(
    "A killed process has done the work exactly once if it had committed, otherwise not at all",
    .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles), arguments: [true, false])
  func killing(committed: Bool) async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    let copy = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    let directory = rig.directory
    let caller = CallerContext(user: "ada", key: "k", digest: [1])
    // Copies the files as a process that starts after a kill would find them.
    let take: @Sendable () -> Void = { try? FileManager.default.copyItem(at: directory, to: copy) }
    let report = ListeningReport(ListeningTests.report())
    _ = try await rig.handlers.keyed(caller, SessionAPI.RecordListening.name) { transaction in
      let (outcome, title) = try transaction.accept(report, Zones())
      if committed { transaction.storage.afterCommit(take) } else { take() }
      return Written(created: true, value: SessionAPI.ListeningSessionReply(outcome.session, title: title))
    }
    let risen = try SessionRig(copying: copy)
    #expect(try await risen.head().seq == (committed ? 4 : 3))
    let again = try await risen.handlers.recordListening(ListeningTests.report(), caller)
    #expect(again.created)
    #expect(again.replayed == committed)
    #expect(try await risen.head().seq == 4)
    let audit = try #require(try await JournalAudit(database: risen.database).verify("ada"))
    #expect(audit.findings.isEmpty)
  }
}
