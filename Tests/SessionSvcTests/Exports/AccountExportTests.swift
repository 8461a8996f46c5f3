import API
import Chronology
import Domain
import Foundation
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Account export")
struct AccountExportTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func pages() async throws -> [[UInt8]] {
    var pages: [[UInt8]] = []
    var after: String?
    repeat {
      let reply = try await rig.handlers.readAccount(.init(after: after), ada)
      pages.append(reply.bytes)
      after = reply.next
    } while after != nil && pages.count < 100
    return pages
  }

  private func document(_ pages: [[UInt8]]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(pages.joined())) as? [String: Any])
  }

  private func list(_ document: [String: Any], _ name: String) -> [[String: Any]] {
    document[name] as? [[String: Any]] ?? []
  }

  @Test(
    "A missing event fails the export, even if it is the last one",
    arguments: [false, true])
  func gap(isLast: Bool) async throws {
    _ = try await rig.begin()
    let end = Int64(try await rig.head().seq)
    #expect(end >= 2)
    let lost = isLast ? end : 1
    try await rig.database.write { try $0.run("DELETE FROM journal WHERE seq = $1", .integer(lost)) }
    await #expect(throws: Fault.self) { try await pages() }
  }

  @Test("Contains every list and no secrets")
  func whole() async throws {
    _ = try await rig.begin()
    let start = rig.clock.now + -7_200
    let handlers = rig.handlers
    _ = try await handlers.recordListening(
      .init(storyId: "moon", startedAt: start, endedAt: start + 600, completed: true, duration: 5_000), ada)
    _ = try await handlers.saveGoal(.init(type: "annualReading", target: 24), ada)
    _ = try await handlers.saveWork(.init(Work(id: "w", title: "W \"x\"\n", authors: ["A"], pageCount: 300)), ada)
    _ = try await handlers.saveEntry(.init(workId: "w", status: .reading, rating: 4.5), ada)
    _ = try await handlers.startTimer(.init(workId: "w"), ada)
    rig.clock.now = rig.clock.now + 900
    _ = try await handlers.stopTimer(.init(endPage: 60), ada)
    _ = try await handlers.startTimer(.init(workId: "w"), ada)
    _ = try await handlers.recordRuck(
      .init(Ruck(id: "r", startedAt: start, endedAt: start + 600, distance: 5_000, loadWeight: 10)), ada)
    let share = try await handlers.createShare(.init(picture: .radar), ada)
    let webhook = try await handlers.createWebhook(.init(url: "https://h.example.org", events: ["*"]), ada)
    let made = try await Tokens(database: rig.database).create(user: "ada", name: "phone", now: rig.clock.now)
    let pages = try await pages()
    let document = try document(pages)
    #expect(document["format"] as? String == "waymark-account" && document["version"] as? Int == 1)
    #expect(document["complete"] as? Bool == true)
    #expect((document["profile"] as? [String: Any])?["userId"] as? String == "ada")
    for name in [
      "heroes", "stories", "works", "library", "listening", "anomalies", "reading", "rucks", "goals", "timers",
      "tokens", "shares", "connectors",
    ] {
      #expect(!list(document, name).isEmpty, "\(name)")
    }
    #expect(list(document, "works")[0]["title"] as? String == "W \"x\"\n")
    #expect(list(document, "library")[0]["rating"] as? Double == 4.5)
    #expect(list(document, "listening")[0]["anomalies"] as? [String] == ["durationCapped", "durationExceedsSpan"])
    let events = list(document, "events")
    #expect(events.map { $0["seq"] as? Int } == (1...events.count).map { $0 })
    #expect(Int64(events.count) == (try await rig.head()).seq && document["lastEvent"] as? Int == events.count)
    #expect((events[0]["event"] as? [Any])?.first as? String == "account.opened")
    let text = String(decoding: pages.joined(), as: UTF8.self)
    let secret = try #require(share.value.url.split(separator: "/").last).dropLast(4)
    #expect(!text.contains(made.token) && !text.contains(secret) && !text.contains("hash"))
    #expect(!text.contains(webhook.value.secret.dropFirst(6)) && text.contains(webhook.value.id))
  }

  @Test(
    "A name that begins with a combining character is exported once", arguments: ["\u{6DA}", "\u{301}e", "\u{200D}"])
  func combining(name: String) async throws {
    _ = try await rig.begin()
    for path in [[name], [name, name]] {
      #expect(try await rig.handlers.makeFolder(.init(path: FilePath(path)), ada).outcome == .created)
    }
    let position = Position(
      document: name, progress: "1", percentage: 0.5, device: "d", deviceId: nil, title: nil, authors: [])
    _ = try await rig.handlers.pushPosition(.init(position: position), ada)
    let connectors = list(try document(try await pages()), "connectors")
    let texts = connectors.compactMap { $0["name"] as? String ?? $0["document"] as? String }
    // Bytes are compared, because Swift's texts are equal if they look the same.
    #expect(texts.map { Array($0.utf8) } == [name, name, name + "/" + name].map { Array($0.utf8) })
  }

  @Test("Pages are bounded, and later events do not appear")
  func paged() async throws {
    _ = try await rig.begin()
    let start = rig.clock.now + -90_000_000
    for first in stride(from: 0, to: 3_000, by: 500) {
      let batch = try (first..<first + 500).map { number in
        let from = start + Int64(10_000 * number)
        return RawCBOR(
          bytes: try CBOREncoder.encode(
            SessionAPI.RecordListening(
              storyId: "moon", startedAt: from, endedAt: from + 60, completed: true, duration: 60)))
      }
      _ = try await rig.handlers.recordListeningBatch(.init(sessions: batch), ada)
    }
    let end = try await rig.head().seq
    var pages: [[UInt8]] = []
    var after: String?
    repeat {
      let reply = try await rig.handlers.readAccount(.init(after: after), ada)
      pages.append(reply.bytes)
      after = reply.next
      _ = try await rig.handlers.saveHero(.init(id: "new\(pages.count)", name: "New"), ada)
    } while after != nil
    #expect(pages.count > 3 && pages.allSatisfy { $0.count < SessionLimits.exportBytes + 16_384 })
    let document = try document(pages)
    #expect(list(document, "listening").count == 3_000)
    #expect(Int64(list(document, "events").count) == end)
    #expect(await fault { _ = try await rig.handlers.readAccount(.init(after: "1 2"), ada) }?.code == .invalid)
    let unknown = await fault { _ = try await rig.handlers.readAccount(.init(), CallerContext(user: "unknown")) }
    #expect(unknown?.code == .notFound)
  }
}
