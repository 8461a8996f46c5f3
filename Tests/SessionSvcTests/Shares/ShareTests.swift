import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Public links")
struct ShareTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func secret(_ url: String) throws -> String {
    let name = try #require(url.split(separator: "/").last)
    #expect(name.hasSuffix(".svg") && url.contains("/s/"))
    return String(name.dropLast(4))
  }

  private func resolve(
    _ url: String, _ form: SessionAPI.ResolveShare.Form = .svg
  ) async throws -> SessionAPI.ResolveShare.Reply {
    try await rig.handlers.resolveShare(
      .init(hash: SHA256.hash(try secret(url)), form: form), CallerContext(user: nil))
  }

  private func isGone(_ url: String) async -> Bool {
    await fault { _ = try await resolve(url) }?.code == .notFound
  }

  @Test("A link with 128 random bits leads to the user's picture")
  func made() async throws {
    let made = try await rig.handlers.createShare(
      .init(
        picture: .activity, theme: .dark, options: ShareOptions(range: .year), origin: "https://example.org"), ada)
    #expect(made.created && !made.replayed && made.value.picture == .activity && made.value.expiresAt == nil)
    #expect(made.value.url.hasPrefix("https://example.org/s/"))
    #expect(Base64URL.decode(try secret(made.value.url))?.count == 16)
    let found = try await resolve(made.value.url)
    #expect(found.user == "ada" && found.service == "stats" && found.method == "stats.drawShared")
    let call = try CBORDecoder.decode(DrawShared<StatsAPI>.self, from: found.argument)
    #expect(call.picture == .activity && call.theme == .dark && call.options == ShareOptions(range: .year))
    let figures = try await resolve(made.value.url, .json)
    #expect(figures.method == "stats.readShared" && figures.user == "ada")
  }

  @Test(
    "A link selects the service with the figures",
    arguments: [
      (SharedPicture.radar, ShareOptions(), "diversity"), (.timeline, .init(), "stats"), (.rings, .init(), "stats"),
      (.rucks, .init(), "stats"), (.achievement, .init(achievement: "bookworm"), "milestone"),
      (.review, .init(year: 2026), "stats"), (.badge, .init(), "stats"),
      (.badge, .init(metric: .completion), "diversity"),
    ])
  func services(picture: SharedPicture, options: ShareOptions, service: String) async throws {
    let made = try await rig.handlers.createShare(.init(picture: picture, options: options), ada).value
    #expect(try await resolve(made.url).service == service)
    #expect(try await resolve(made.url, .json).method == "\(service).readShared")
  }

  @Test("The secret is not on disk, and a repeated key returns it")
  func secrecy() async throws {
    let keyed = CallerContext(user: "ada", key: "retry-1", digest: [1])
    let first = try await rig.handlers.createShare(.init(picture: .radar, origin: "http://a"), keyed)
    let again = try await rig.handlers.createShare(.init(picture: .radar, origin: "http://b"), keyed)
    #expect(again.replayed && again.created && again.value == first.value)
    let other = await fault {
      _ = try await rig.handlers.createShare(
        .init(picture: .radar), CallerContext(user: "ada", key: "retry-1", digest: [2]))
    }
    #expect(other?.code == .invalid)
    let secret = try secret(first.value.url)
    let raw = try #require(Base64URL.decode(secret))
    for name in try FileManager.default.contentsOfDirectory(atPath: rig.directory.path()) {
      let bytes = try Data(contentsOf: rig.directory.appending(path: name))
      #expect(bytes.range(of: Data(secret.utf8)) == nil && bytes.range(of: Data(raw)) == nil, "\(name)")
      #expect(bytes.range(of: Data("retry-1".utf8)) == nil, "\(name)")
    }
    #expect(try await rig.events().count == 2)
  }

  @Test("Lists links newest first, without secrets")
  func list() async throws {
    for picture in [SharedPicture.radar, .rings, .rucks] {
      _ = try await rig.handlers.createShare(.init(picture: picture), ada)
      rig.clock.now = rig.clock.now + 1
    }
    _ = try await rig.handlers.createShare(.init(picture: .badge), CallerContext(user: "bo"))
    var found: [SharedPicture] = []
    var cursor: String?
    repeat {
      let page = try await rig.handlers.listShares(.init(limit: 2, cursor: cursor), ada).decoded()
      found += page.items.map(\.picture)
      cursor = page.nextCursor
    } while cursor != nil
    #expect(found == [.rucks, .rings, .radar])
    for bad in ["!", Paging.cursor("1"), Paging.cursor("x y")] {
      let rejected = await fault { _ = try await rig.handlers.listShares(.init(cursor: bad), ada) }
      #expect(rejected?.fields?.map(\.field) == ["cursor"])
    }
  }

  @Test("Deleted, expired and unknown links get the same error")
  func gone() async throws {
    let deleted = try await rig.handlers.createShare(.init(picture: .radar), ada).value
    let expiring = try await rig.handlers.createShare(
      .init(picture: .radar, expiresAt: rig.clock.now + 60), ada
    ).value
    #expect(
      await fault { _ = try await rig.handlers.deleteShare(.init(id: deleted.id), CallerContext(user: "bo")) } != nil)
    _ = try await resolve(deleted.url)
    _ = try await rig.handlers.deleteShare(.init(id: deleted.id), ada)
    #expect(await fault { _ = try await rig.handlers.deleteShare(.init(id: deleted.id), ada) }?.code == .notFound)
    _ = try await resolve(expiring.url)
    rig.clock.now = rig.clock.now + 60
    var faults: [Fault] = []
    for url in [deleted.url, expiring.url, "/s/AAAAAAAAAAAAAAAAAAAAAA.svg"] {
      if let fault = await fault({ _ = try await resolve(url) }) { faults.append(fault) }
    }
    #expect(faults.count == 3 && Set(faults.map(\.message)).count == 1 && faults.allSatisfy { $0.code == .notFound })
  }

  @Test("Creation and deletion are events from which the rows can be rebuilt")
  func events() async throws {
    let made = try await rig.handlers.createShare(.init(picture: .badge, options: .init(metric: .streak)), ada).value
    _ = try await rig.handlers.deleteShare(.init(id: made.id), ada)
    let kept = try await rig.handlers.createShare(.init(picture: .review), ada).value
    let events = try await rig.events()
    #expect(events.count == 4)
    guard case .shares(.created(let created)) = events[1], case .shares(.deleted(let deleted)) = events[2] else {
      Issue.record("\(events)")
      return
    }
    #expect(created.share == deleted.share && created.share.id == made.id)
    #expect(created.hash == SHA256.hash(try secret(made.url)))
    let audit = try await JournalAudit(database: rig.database).findings(of: "ada", now: rig.clock.now)
    #expect(audit.map { $0.journal + $0.rows } == [])
    try await rig.database.write { try $0.run("DELETE FROM shares") }
    #expect(await isGone(kept.url))
    _ = try await JournalAudit(database: rig.database).repair("ada", now: rig.clock.now)
    #expect(await !isGone(kept.url))
  }

  @Test("Limits a user's links, without expired ones")
  func bounded() async throws {
    let end = rig.clock.now + 10
    for number in 0..<ShareRules.mostShares {
      _ = try await rig.handlers.createShare(
        .init(picture: .radar, expiresAt: number < 3 ? end : nil), ada)
    }
    #expect(await fault { _ = try await rig.handlers.createShare(.init(picture: .radar), ada) }?.code == .invalid)
    _ = try await rig.handlers.createShare(.init(picture: .radar), CallerContext(user: "bo"))
    rig.clock.now = end
    for _ in 0..<3 { _ = try await rig.handlers.createShare(.init(picture: .radar), ada) }
    #expect(await fault { _ = try await rig.handlers.createShare(.init(picture: .radar), ada) }?.code == .invalid)
    let findings = try await JournalAudit(database: rig.database).findings(of: "ada", now: rig.clock.now)
    #expect(findings.map { $0.journal + $0.rows } == [])
  }

  @Test("Reports every invalid field of a link and writes nothing")
  func rejections() async throws {
    let rejected = await fault {
      _ = try await rig.handlers.createShare(
        .init(picture: .radar, expiresAt: rig.clock.now, options: .init(range: .week)), ada)
    }
    #expect(rejected?.code == .invalid && rejected?.fields?.map(\.field) == ["options.range", "expiresAt"])
    #expect(try await rig.head().seq == 0)
  }
}
