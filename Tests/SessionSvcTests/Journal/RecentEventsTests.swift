import API
import Chronology
import Proto
import SeededRandom
import Testing

@testable import SessionSvc

@Suite("Recent events in memory")
struct RecentEventsTests {
  /// A whole journal of one user.
  private struct Model {
    var start: Int64
    var events: [(bytes: [UInt8], checksum: Int64)] = []

    var head: SessionAPI.Head {
      SessionAPI.Head(seq: Int64(events.count), checksum: events.last?.checksum ?? start)
    }

    func reply(after: Int64) -> SessionAPI.ReadJournal.Reply {
      SessionAPI.ReadJournal.Reply(
        checksumAfter: after == 0 ? 0 : events[Int(after) - 1].checksum, count: events.count - Int(after), last: head,
        head: head, events: events[Int(after)...].flatMap(\.bytes))
    }
  }

  private func bytes(_ reply: SessionAPI.ReadJournal.Reply?) throws -> [UInt8]? {
    try reply.map { try CBOREncoder.encode($0) }
  }

  @Test("Replies are those of the whole journal, for any commands, deletions and losses", arguments: UInt64(1)...20)
  func equalsModel(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var recent = RecentEvents()
    var models: [String: Model] = [:]
    var found = 0
    for _ in 0..<600 {
      let user = "user\(random.next() % 5)"
      var model = models[user] ?? Model(start: Int64(random.next() >> 1))
      switch random.next() % 20 {
      case 0:
        recent.remove(user)
        models[user] = nil
        continue
      case 1:
        model.events.append(([1], Int64(random.next() >> 1)))
        recent.add(nil, of: user)
      default:
        var appended = AppendedEvents(after: model.head)
        for _ in 0...random.next() % 4 {
          let size = random.next() % 30 == 0 ? 9_000 : random.next() % 600
          let event = [UInt8](repeating: UInt8(random.next() % 24), count: Int(size))
          let checksum = Int64(random.next() >> 1)
          model.events.append((event, checksum))
          appended.append(event, checksum: checksum)
        }
        #expect(appended.last == model.head)
        recent.add(appended, of: user)
      }
      models[user] = model
      for after in max(0, model.head.seq - 8)...model.head.seq + 1 {
        let maxBytes = random.next() % 2 == 0 ? 1 << 20 : Int(random.next() % 2_000)
        let call = SessionAPI.ReadJournal(user: user, after: after)
        guard let reply = recent.reply(to: call, maxBytes: maxBytes) else { continue }
        found += 1
        #expect(after < model.head.seq && reply.events.count <= maxBytes, "seed \(seed)")
        #expect(try bytes(reply) == bytes(model.reply(after: after)), "seed \(seed)")
      }
    }
    #expect(found > 500, "seed \(seed)")
  }

  @Test("The events of users who wrote last stay, within the limits")
  func bounds() {
    var recent = RecentEvents()
    let event = [UInt8](repeating: 0, count: 1_000)
    for number in 0..<20_000 {
      var appended = AppendedEvents(after: SessionAPI.Head(seq: 6, checksum: 1))
      appended.append(event, checksum: 2)
      recent.add(appended, of: "user\(number)")
      if number % 500 == 0 { #expect(recent.bytes <= SessionLimits.recentEventBytes + 2_000) }
    }
    let last = SessionAPI.ReadJournal(user: "user19999", after: 6)
    #expect(recent.reply(to: last, maxBytes: 2_000)?.count == 1)
    #expect(recent.reply(to: SessionAPI.ReadJournal(user: "user0", after: 6), maxBytes: 2_000) == nil)
    for number in 0..<100 {
      var appended = AppendedEvents(after: SessionAPI.Head(seq: Int64(number), checksum: Int64(number)))
      appended.append(event, checksum: Int64(number + 1))
      recent.add(appended, of: "busy")
      let kept = recent.reply(to: SessionAPI.ReadJournal(user: "busy", after: Int64(number)), maxBytes: 2_000)
      #expect(kept?.last.seq == Int64(number + 1))
    }
    #expect(recent.bytes <= SessionLimits.recentEventBytes + SessionLimits.recentEventBytesOfUser)
  }

  @Test("Reads after writes are answered from memory as from the database", .enabled(if: !SessionRig.isOverServer))
  func handlers() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    var fromMemory = 0
    for number in 0..<Int64(80) {
      let report = ListeningTests.report(start: ListeningTests.start + number)
      _ = try await rig.handlers.recordListening(report, ada)
      let head = try await rig.head()
      for after in [0, head.seq - 3, head.seq - 1, head.seq, head.seq + 1] {
        let call = SessionAPI.ReadJournal(user: "ada", after: after)
        if rig.handlers.heads.recentEvents(call, maxBytes: SessionLimits.journalBytes) != nil { fromMemory += 1 }
        let warm = try await rig.handlers.readJournal(call, CallerContext(user: nil))
        let cold = try await rig.coldHandlers.readJournal(call, CallerContext(user: nil))
        #expect(try bytes(warm) == bytes(cold), "after \(after) of \(head.seq)")
      }
    }
    #expect(fromMemory > 150)
    rig.handlers.heads.discard("ada", events: 0)
    let call = SessionAPI.ReadJournal(user: "ada", after: 1)
    #expect(rig.handlers.heads.recentEvents(call, maxBytes: 1 << 20) == nil)
  }
}
