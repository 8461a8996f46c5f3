import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Searching works, stories, heroes and rucks")
struct ObjectSearchTests {
  private func rig() async throws -> (SessionRig, CallerContext) {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let works = [
      Work(id: "a", title: "The Sea Road", authors: ["Margaret Elphinstone"]),
      Work(id: "b", title: "Kindred", authors: ["Octavia E. Butler"], tags: WorkTags(["Sea"])),
      Work(id: "c", title: "Sée", series: BookSeries(name: "Road stories", position: 2)),
    ]
    for work in works { _ = try await rig.handlers.saveWork(.init(work), ada) }
    _ = try await rig.handlers.saveHero(.init(id: "h", name: "Sea captain"), ada)
    _ = try await rig.handlers.saveStory(
      .init(id: "s", title: "A calm sea", heroId: "h", estimatedDuration: 60), ada)
    let walks: [(String, String?, String?)] = [
      ("2026-05-01T08:00:00Z", "Sea path", nil), ("2026-05-02T08:00:00Z", nil, "Along the séa."),
      ("2026-05-03T08:00:00Z", nil, nil),
    ]
    for (start, name, note) in walks {
      let ruck = Ruck(
        startedAt: at(start), endedAt: at(start) + 3_600, distance: 5_000, loadWeight: 10, name: name, note: note)
      _ = try await rig.handlers.recordRuck(.init(ruck), ada)
    }
    return (rig, ada)
  }

  @Test("Finds each kind, ignoring case and accents, the best results first")
  func kinds() async throws {
    let (rig, ada) = try await rig()
    let found = try await rig.handlers.search(.init(q: "SEA"), ada)
    #expect(found.works.map(\.id) == ["a", "b"] && found.works[1].tags == ["Sea"])
    #expect(found.stories.map(\.id) == ["s"] && found.stories[0].heroId == "h" && found.heroes.map(\.id) == ["h"])
    #expect(found.rucks.map(\.name) == ["Sea path", nil] && found.rucks[1].note == "Along the séa.")
    let see = try await rig.handlers.search(.init(q: "see"), ada)
    #expect(see.works.map(\.id) == ["c"] && see.heroes.isEmpty)
    #expect(try await rig.handlers.search(.init(q: "road"), ada).works.map(\.id) == ["a", "c"])
    #expect(try await rig.handlers.search(.init(q: "kindred butler"), ada).works.map(\.id) == ["b"])
    #expect(try await rig.handlers.search(.init(q: "sea", limit: 1), ada).works.map(\.id) == ["a"])
  }

  @Test("A search without letters finds nothing, and wrong values are rejected")
  func limits() async throws {
    let (rig, ada) = try await rig()
    let none = try await rig.handlers.search(.init(q: "?!"), ada)
    #expect(none == .init(works: [], stories: [], heroes: [], rucks: []))
    for call in [
      SessionAPI.Search(q: ""), .init(q: String(repeating: "x", count: 201)), .init(q: "x", limit: 0),
      .init(q: "x", limit: 51),
    ] {
      let found = await fault { _ = try await rig.handlers.search(call, ada) }
      #expect(found?.code == .invalid, "\(call)")
    }
  }

  @Test("Other people's objects are not found")
  func others() async throws {
    let (rig, _) = try await rig()
    let eve = try await rig.begin("eve")
    let found = try await rig.handlers.search(.init(q: "sea"), eve)
    #expect(found == .init(works: [], stories: [], heroes: [], rucks: []))
  }
}
