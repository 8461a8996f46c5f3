import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite struct CatalogueTests {
  @Test("Creates, replaces, lists and deletes a hero, and keeps its stories")
  func heroes() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let again = try await rig.handlers.saveHero(.init(id: "mia", name: "Mia the Brave"), ada)
    #expect(!again.created)
    #expect(try await rig.handlers.saveHero(.init(id: "Zoe", name: "Zoe"), ada).created)
    let list = try await rig.handlers.listHeroes(.init(), ada).decoded()
    #expect(list.items.map(\.id) == ["Zoe", "mia"])
    #expect(list.nextCursor == nil)
    _ = try await rig.handlers.deleteHero(.init(id: "mia"), ada)
    #expect(try await rig.handlers.fetchStory(.init(id: "moon"), ada).heroId == nil)
    #expect(await fault { _ = try await rig.handlers.fetchHero(.init(id: "mia"), ada) }?.code == .notFound)
    #expect(await fault { _ = try await rig.handlers.deleteHero(.init(id: "mia"), ada) }?.code == .notFound)
    #expect(
      try await rig.events().last == .catalogue(.heroRemoved(HeroRemoved(hero: Hero(id: "mia", name: "Mia the Brave"))))
    )
  }

  @Test("Users do not see each other's objects")
  func users() async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    let bob = CallerContext(user: "bob")
    #expect(await fault { _ = try await rig.handlers.fetchStory(.init(id: "moon"), bob) }?.code == .notFound)
    #expect(try await rig.handlers.listStories(.init(), bob).decoded().items.isEmpty)
    let known = await fault {
      _ = try await rig.handlers.saveStory(
        .init(id: "sun", title: "Sun", heroId: "mia", estimatedDuration: 1), bob)
    }
    #expect(known?.fields?.map(\.field) == ["heroId"])
    #expect(try await rig.head("bob").seq == 0)
  }

  @Test("Replacing a story keeps createdAt and isFavorite")
  func replacing() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.favoriteStory(.init(id: "moon"), ada)
    rig.clock.now = at("2026-11-21T10:00:00Z")
    let written = try await rig.handlers.saveStory(
      .init(id: "moon", title: "The Moon", estimatedDuration: 700, createdAt: at("2020-01-01T00:00:00Z")), ada)
    #expect(!written.created)
    #expect(written.value.createdAt == at("2026-11-20T10:00:00Z"))
    #expect(written.value.isFavorite)
    #expect(written.value.heroId == nil)
    #expect(try await rig.handlers.fetchStory(.init(id: "moon"), ada) == written.value)
    let given = try await rig.handlers.saveStory(
      .init(id: "sun", title: "Sun", estimatedDuration: 1, createdAt: at("2020-01-01T00:00:00Z")), ada)
    #expect(given.value.createdAt == at("2020-01-01T00:00:00Z"))
  }

  @Test("A call without a change appends no event")
  func unchanged() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let head = try await rig.head()
    #expect(head.seq == 3)
    _ = try await rig.handlers.saveHero(.init(id: "mia", name: "Mia"), ada)
    _ = try await rig.handlers.saveStory(.init(id: "moon", title: "Moon", heroId: "mia", estimatedDuration: 600), ada)
    _ = try await rig.handlers.unfavoriteStory(.init(id: "moon"), ada)
    _ = try await rig.handlers.saveProfile(.init(dayStart: 0, restDaysPerWeek: 0), ada)
    #expect(try await rig.head() == head)
    _ = try await rig.handlers.favoriteStory(.init(id: "moon"), ada)
    _ = try await rig.handlers.favoriteStory(.init(id: "moon"), ada)
    #expect(try await rig.head().seq == 4)
  }

  @Test("Rejects changing the favourite of an unknown story")
  func favorites() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    #expect(await fault { _ = try await rig.handlers.favoriteStory(.init(id: "sun"), ada) }?.code == .notFound)
    #expect(await fault { _ = try await rig.handlers.unfavoriteStory(.init(id: "sun"), ada) }?.code == .notFound)
    #expect(await fault { _ = try await rig.handlers.unfavoriteStory(.init(id: "a b"), ada) }?.code == .invalid)
  }

  @Test(
    "Reports every invalid field of a story",
    arguments: [
      (SessionAPI.SaveStory(id: "..", title: "T", estimatedDuration: 1), ["id"]),
      (SessionAPI.SaveStory(id: "", title: "T", estimatedDuration: 1), ["id"]),
      (SessionAPI.SaveStory(id: "é", title: "T", estimatedDuration: 1), ["id"]),
      (SessionAPI.SaveStory(id: String(repeating: "a", count: 129), title: "T", estimatedDuration: 1), ["id"]),
      (SessionAPI.SaveStory(id: "s", title: "", estimatedDuration: 0), ["title", "estimatedDuration"]),
      (SessionAPI.SaveStory(id: "s", title: String(repeating: "é", count: 501), estimatedDuration: 1), ["title"]),
      (SessionAPI.SaveStory(id: "s", title: "T", estimatedDuration: -.infinity), ["estimatedDuration"]),
      (SessionAPI.SaveStory(id: "s", title: "T", estimatedDuration: .nan), ["estimatedDuration"]),
      (SessionAPI.SaveStory(id: "s", title: "T", heroId: "no", estimatedDuration: 1), ["heroId"]),
      (SessionAPI.SaveStory(id: "s", title: "T", heroId: "n o", estimatedDuration: 1), ["heroId"]),
      (
        SessionAPI.SaveStory(id: "s", title: "T", estimatedDuration: 1, createdAt: Instant(seconds: .max)),
        ["createdAt"]
      ),
    ])
  func illegalStories(call: SessionAPI.SaveStory, fields: [String]) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let fault = await fault { _ = try await rig.handlers.saveStory(call, ada) }
    #expect(fault?.code == .invalid)
    #expect(fault?.fields?.map(\.field) == fields)
  }

  @Test("Accepts five hundred characters of any size")
  func longTexts() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let title = String(repeating: "é", count: 500)
    let written = try await rig.handlers.saveStory(.init(id: "s", title: title, estimatedDuration: 1), ada)
    #expect(written.value.title == title)
  }

  @Test("Paging is stable while other objects are written")
  func paging() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    for n in 10..<20 { _ = try await rig.handlers.saveHero(.init(id: "h\(n)", name: "H"), ada) }
    let first = try await rig.handlers.listHeroes(.init(limit: 4), ada).decoded()
    #expect(first.items.map(\.id) == ["h10", "h11", "h12", "h13"])
    _ = try await rig.handlers.saveHero(.init(id: "a", name: "H"), ada)
    _ = try await rig.handlers.deleteHero(.init(id: "h13"), ada)
    let second = try await rig.handlers.listHeroes(.init(limit: 200, cursor: first.nextCursor), ada).decoded()
    #expect(second.items.map(\.id) == ["h14", "h15", "h16", "h17", "h18", "h19", "mia"])
    #expect(second.nextCursor == nil)
  }

  @Test(
    "Reports an invalid limit or cursor by name",
    arguments: [(0, nil, "limit"), (201, nil, "limit"), (5, "€", "cursor"), (5, "", "cursor")])
  func wrongPaging(limit: Int, cursor: String?, field: String) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let fault = await fault {
      _ = try await rig.handlers.listHeroes(.init(limit: limit, cursor: cursor), ada).decoded()
    }
    #expect(fault?.code == .invalid)
    #expect(fault?.fields?.map(\.field) == [field])
  }

  @Test(
    "Rejects cursors of other lists and with invalid characters",
    arguments: ["1767398400 s2", "\0\0\0", "caf\u{E9}", "..", String(repeating: "a", count: 129)])
  func foreignCursor(key: String) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let (handlers, cursor) = (rig.handlers, Paging.cursor(key))
    var faults = [
      await fault { _ = try await handlers.listHeroes(.init(cursor: cursor), ada) },
      await fault { _ = try await handlers.listStories(.init(cursor: cursor), ada) },
      await fault { _ = try await handlers.listStories(.init(q: "a", cursor: cursor), ada) },
      await fault { _ = try await handlers.listWorks(.init(cursor: cursor), ada) },
      await fault { _ = try await handlers.listLibrary(.init(cursor: cursor), ada) },
    ]
    let withText = Paging.cursor("1767398400 " + key)
    faults.append(await fault { _ = try await handlers.listListeningSessions(.init(cursor: withText), ada) })
    #expect(faults.allSatisfy { $0?.fields?.map(\.field) == ["cursor"] }, "\(faults)")
  }

  @Test("Limits the heroes to ten thousand existing ones")
  func mostHeroes() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    try await rig.database.write { try UserStore.setHeroCount("ada", 9_999, $0) }
    _ = try await rig.handlers.saveHero(.init(id: "last", name: "H"), ada)
    let fault = await fault { _ = try await rig.handlers.saveHero(.init(id: "over", name: "H"), ada) }
    #expect(fault?.code == .invalid)
    _ = try await rig.handlers.saveHero(.init(id: "last", name: "Still"), ada)
    _ = try await rig.handlers.deleteHero(.init(id: "last"), ada)
    _ = try await rig.handlers.saveHero(.init(id: "over", name: "H"), ada)
  }
}
