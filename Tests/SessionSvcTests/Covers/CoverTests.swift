import API
import Chronology
import Domain
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Covers")
struct CoverTests {
  private let rig: SessionRig
  private let site: WebhookRig
  private var ada: CallerContext { site.ada }
  private var handlers: SessionHandlers { site.handlers }

  init() throws {
    rig = try SessionRig()
    site = try WebhookRig(rig)
  }

  private func addWork(_ id: String = "w", title: String = "Kindred") async throws {
    _ = try await handlers.saveWork(.init(Work(id: id, title: title, authors: ["Octavia E. Butler"])), ada)
  }

  private func addStory(_ id: String = "s") async throws {
    _ = try await handlers.saveStory(.init(id: id, title: "The Sea Road", estimatedDuration: 600), ada)
  }

  private func events() async throws -> [Event] {
    var events: [Event] = []
    let page = try await handlers.readJournal(.init(user: "ada", after: 0), CallerContext(user: nil))
    try CBORDecoder.decodeEach(Event.self, in: page.events) { events.append($0) }
    return events
  }

  private func findings() async throws -> [String] {
    let audit = JournalAudit(database: rig.database)
    let all = try await audit.findingsOfAll(now: rig.clock.now)
    let own = try #require(try await audit.findings(of: "ada", now: rig.clock.now))
    return all.engine + all.journal + all.rows + all.form + own.journal + own.rows
  }

  @Test("Stores an image, returns it, and marks the work and the story")
  func stored() async throws {
    try await addWork()
    try await addStory()
    #expect(try await !handlers.fetchWork(.init(id: "w"), ada).hasCover)
    let image = CoverBytes.png()
    _ = try await handlers.saveWorkCover(.init(id: "w", image: image), ada)
    _ = try await handlers.saveStoryCover(.init(id: "s", image: CoverBytes.jpeg), ada)
    #expect(try await handlers.fetchWorkCover(.init(id: "w"), ada) == MediaReply(.png, image))
    #expect(try await handlers.fetchStoryCover(.init(id: "s"), ada) == MediaReply(.jpeg, CoverBytes.jpeg))
    #expect(try await handlers.fetchWork(.init(id: "w"), ada).hasCover)
    #expect(try await handlers.fetchStory(.init(id: "s"), ada).hasCover)
    #expect(try await findings() == [])
  }

  @Test("Lists and searches show which objects have a cover")
  func listed() async throws {
    for id in ["a", "b", "c"] {
      try await addWork(id)
      try await addStory(id)
    }
    _ = try await handlers.saveWorkCover(.init(id: "b", image: CoverBytes.png()), ada)
    _ = try await handlers.saveStoryCover(.init(id: "c", image: CoverBytes.png()), ada)
    for q in [nil, "kindred"] {
      let works = try await handlers.listWorks(.init(q: q), ada).decoded().items
      #expect(works.map(\.hasCover) == [false, true, false])
    }
    for q in [nil, "sea"] {
      let stories = try await handlers.listStories(.init(q: q), ada).decoded().items
      #expect(stories.map(\.hasCover) == [false, false, true])
    }
    let saved = try await handlers.saveWork(.init(Work(id: "b", title: "Other")), ada)
    #expect(saved.value.hasCover)
  }

  @Test("Draws a cover without an image, the same each time, with escaped texts")
  func drawn() async throws {
    try await addWork("w", title: "A <b> & \"c\"")
    let first = try await handlers.fetchWorkCover(.init(id: "w"), ada)
    #expect(try await handlers.fetchWorkCover(.init(id: "w"), ada) == first)
    let text = String(decoding: first.bytes, as: UTF8.self)
    #expect(first.contentType == "image/svg+xml" && text.contains("A &lt;b&gt; &amp; &quot;c&quot;"))
    #expect(text.contains("Octavia E. Butler") && !text.contains("<b>"))
  }

  @Test("The journal has the digest of a cover, but never the image; an equal image appends nothing")
  func journal() async throws {
    try await addWork()
    let image = CoverBytes.png(count: 50_000)
    for _ in 0..<2 { _ = try await handlers.saveWorkCover(.init(id: "w", image: image), ada) }
    _ = try await handlers.saveWorkCover(.init(id: "w", image: CoverBytes.jpeg), ada)
    for _ in 0..<2 { _ = try await handlers.deleteWorkCover(.init(id: "w"), ada) }
    let covers = try await events().compactMap { event in
      if case .covers(let event) = event { event } else { nil }
    }
    guard covers.count == 3, case .saved(let first) = covers[0], case .saved(let second) = covers[1] else {
      Issue.record("\(covers)")
      return
    }
    #expect(first.kind == .work && first.id == "w" && first.type == "image/png" && first.size == 50_000)
    #expect(second.type == "image/jpeg" && covers[2] == .removed(CoverRemoved(kind: .work, id: "w")))
    for event in try await events() { #expect(try CBOREncoder.encode(event).count < 1_000) }
  }

  @Test("Deleting a work or a story deletes its cover")
  func deleted() async throws {
    try await addWork()
    try await addStory()
    _ = try await handlers.saveWorkCover(.init(id: "w", image: CoverBytes.png()), ada)
    _ = try await handlers.saveStoryCover(.init(id: "s", image: CoverBytes.png()), ada)
    _ = try await handlers.deleteWork(.init(id: "w"), ada)
    _ = try await handlers.deleteStory(.init(id: "s"), ada)
    #expect(try await rig.database.read { try CoverStore.totals("ada", $0).count } == 0)
    try await addWork()
    #expect(try await handlers.fetchWorkCover(.init(id: "w"), ada).contentType == "image/svg+xml")
    #expect(try await findings() == [])
  }

  @Test("404 for an unknown work or story")
  func unknown() async throws {
    try await addWork()
    #expect(await fault { _ = try await handlers.fetchStoryCover(.init(id: "w"), ada) }?.code == .notFound)
    #expect(await fault { _ = try await handlers.fetchWorkCover(.init(id: "x"), ada) }?.code == .notFound)
    #expect(await fault { _ = try await handlers.deleteWorkCover(.init(id: "x"), ada) }?.code == .notFound)
    let call = SessionAPI.SaveWorkCover(id: "x", image: CoverBytes.png())
    #expect(await fault { _ = try await handlers.saveWorkCover(call, ada) }?.code == .notFound)
    let named = SessionAPI.SaveStoryCover(id: "w", candidate: .init(source: "openlibrary", sourceId: "OL1W"))
    #expect(await fault { _ = try await handlers.saveStoryCover(named, ada) }?.code == .notFound)
    #expect(site.requests.isEmpty)
  }

  @Test("Rejects bytes that cannot be a cover, and a call with both or neither of the two members")
  func rejected() async throws {
    try await addWork()
    let candidate = SessionAPI.CoverCandidate(source: "openlibrary", sourceId: "OL1W")
    let calls: [(SessionAPI.SaveWorkCover, String)] = [
      (.init(id: "w", image: [1, 2, 3]), "image"),
      (.init(id: "w", image: CoverBytes.png(width: 4_001)), "image"),
      (.init(id: "w", image: CoverBytes.png(count: CoverRules.mostBytes + 1)), "image"), (.init(id: "w"), "candidate"),
      (.init(id: "w", image: CoverBytes.png(), candidate: candidate), "candidate"),
      (.init(id: "w", candidate: .init(source: "other", sourceId: "OL1W")), "candidate.source"),
      (.init(id: "w", candidate: .init(source: "openlibrary", sourceId: "OL1A")), "candidate.sourceId"),
      (.init(id: "w", candidate: .init(source: "openlibrary", sourceId: "OL1W/../x")), "candidate.sourceId"),
    ]
    for (call, field) in calls {
      let found = await fault { _ = try await handlers.saveWorkCover(call, ada) }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == [field], "\(field)")
    }
    #expect(site.requests.isEmpty)
    #expect(try await !handlers.fetchWork(.init(id: "w"), ada).hasCover)
  }

  @Test("409 if the user has too many covers or bytes; replacing one is possible")
  func full() async throws {
    try await addWork()
    try await addWork("v")
    _ = try await handlers.saveWorkCover(.init(id: "w", image: CoverBytes.png()), ada)
    try await rig.database.write { [now = rig.clock.now] transaction in
      let entry = CoverStore.Entry(
        kind: .story, id: "big", type: "image/png", size: CoverRules.mostBytesOfUser - 150, digest: [])
      try CoverStore.save(entry, [], of: "ada", at: now, transaction)
    }
    let more = SessionAPI.SaveWorkCover(id: "v", image: CoverBytes.png())
    #expect(await fault { _ = try await handlers.saveWorkCover(more, ada) }?.code == .conflict)
    _ = try await handlers.saveWorkCover(.init(id: "w", image: CoverBytes.png(count: 150)), ada)
  }

  // Candidates of the catalogue.

  private func save(_ id: String = "OL45804W") async throws {
    let candidate = SessionAPI.CoverCandidate(source: "openlibrary", sourceId: id)
    _ = try await handlers.saveWorkCover(.init(id: "w", candidate: candidate), ada)
  }

  @Test("Fetches the cover of a work or an edition only from the hosts of the catalogue")
  func fetched() async throws {
    try await addWork()
    site.respond { _ in .init(status: 200, body: CoverBytes.jpeg) }
    try await save()
    try await save("OL7353617M")
    #expect(try await handlers.fetchWorkCover(.init(id: "w"), ada) == MediaReply(.jpeg, CoverBytes.jpeg))
    #expect(
      site.requests.map(\.url) == [
        "https://covers.openlibrary.org/w/olid/OL45804W-L.jpg?default=false",
        "https://covers.openlibrary.org/b/olid/OL7353617M-L.jpg?default=false",
      ])
    let request = try #require(site.requests.first)
    #expect(request.redirects.hosts == ["covers.openlibrary.org", ".archive.org"] && request.redirects.atMost == 3)
    #expect(request.limits.bytes == CoverRules.mostBytes && request.namedBy == .user && request.method == .get)
    #expect(request.headers.allSatisfy { $0.name == "Accept" })
  }

  @Test("422 names the candidate if it has no usable cover")
  func unusable() async throws {
    try await addWork()
    for reply in [
      .init(status: 404), .init(status: 200, body: [UInt8]("GIF89a".utf8)), .init(.tooLarge),
      .init(status: 200, body: CoverBytes.png(width: 5_000)), .init(status: 200),
    ] as [OutboundAPI.Fetch.Reply] {
      site.respond { _ in reply }
      let found = await fault { try await save() }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == ["candidate"], "\(reply.status)")
    }
    #expect(try await !handlers.fetchWork(.init(id: "w"), ada).hasCover)
  }

  @Test("503 if the catalogue or the outbound service is unavailable, or the look-up is switched off")
  func unavailable() async throws {
    try await addWork()
    for reply in [nil, .init(.notAllowed), .init(.tooSlow), .init(status: 500), .init(status: 302)]
      as [OutboundAPI.Fetch.Reply?]
    {
      site.respond { _ in reply }
      #expect(await fault { try await save() }?.code == .unavailable)
    }
    let off = SessionHandlers(
      database: rig.database, zones: Zones(), log: Log(service: "session", level: .error), looksUpBooks: false,
      now: { rig.clock.now })
    let call = SessionAPI.SaveWorkCover(id: "w", candidate: .init(source: "openlibrary", sourceId: "OL1W"))
    let found = await fault { _ = try await off.saveWorkCover(call, ada) }
    #expect(found?.code == .unavailable && found?.message.contains("WAYMARK_LOOKUP") == true)
  }

  // Audit and repair.

  @Test("An audit finds a damaged cover and one without its work; a repair of rows keeps covers")
  func audit() async throws {
    try await addWork()
    _ = try await handlers.saveWorkCover(.init(id: "w", image: CoverBytes.png()), ada)
    _ = try await rig.database.write { [now = rig.clock.now] transaction in
      try RowRepair.repair("ada", now: now, transaction)
    }
    #expect(try await findings() == [])
    #expect(try await handlers.fetchWork(.init(id: "w"), ada).hasCover)
    try await rig.database.write { try $0.run("UPDATE covers SET type = 'image/webp'") }
    #expect(try await findings().contains { $0.contains("the cover of ada's work w is damaged") })
    try await rig.database.write { try $0.run("UPDATE covers SET type = 'image/png', object_id = 'other'") }
    #expect(try await findings().contains { $0.contains("the cover of ada's work other belongs to nothing") })
  }

  @Test("The account document has the images in base64")
  func exported() async throws {
    try await addWork()
    try await addStory()
    let large = CoverBytes.png(count: CoverRules.mostBytes)
    _ = try await handlers.saveWorkCover(.init(id: "w", image: large), ada)
    _ = try await handlers.saveStoryCover(.init(id: "s", image: CoverBytes.jpeg), ada)
    var (bytes, after) = ([UInt8](), String?.none)
    repeat {
      let page = try await handlers.readAccount(.init(after: after), ada)
      #expect(page.bytes.count < 3 << 20)
      bytes += page.bytes
      after = page.next
    } while after != nil
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let covers = try #require(document["covers"] as? [[String: String]])
    #expect(covers.map { $0["kind"] } == ["story", "work"] && covers.map { $0["id"] } == ["s", "w"])
    #expect(covers.map { $0["type"] } == ["image/jpeg", "image/png"])
    #expect(covers.map { Data(base64Encoded: $0["data"] ?? "") } == [Data(CoverBytes.jpeg), Data(large)])
  }
}
