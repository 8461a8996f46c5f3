import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite struct SearchTests {
  private static let titles = ["Die Straße", "Kindred", "Kin", "Чайка", "Le Café", "Sea Road", "The Road"]
  private static let queries = ["", "kin", "STRASSE", "road", "the road", "cafe", "чаика", "nothing", "butler", "о"]

  /// Creates works, every second one in the library, and stories in one commit.
  private func rig(_ count: Int) async throws -> (SessionRig, CallerContext) {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    try await rig.database.write { transaction in
      for number in 0..<count {
        let id = "w\(100_000 + number)"
        let authors = number.isMultiple(of: 3) ? ["Octavia E. Butler"] : []
        try WorkStore.save(
          Work(id: id, title: Self.titles[number % 7], authors: authors), of: "ada", transaction)
        if number.isMultiple(of: 2) {
          let entry = LibraryEntry(workId: id, status: ReadingStatus.allCases[number % 4])
          try LibraryStore.save(entry, of: "ada", at: at("2026-01-01T00:00:00Z"), transaction)
        }
        let story = Story(
          id: id, title: Self.titles[number % 7], heroId: number.isMultiple(of: 5) ? "mia" : nil, estimatedDuration: 1,
          createdAt: at("2026-01-01T00:00:00Z"), isFavorite: number.isMultiple(of: 4))
        try CatalogueStore.save(story, of: "ada", transaction)
      }
    }
    return (rig, ada)
  }

  private func all<Item>(_ read: (String?) async throws -> Page<Item>) async throws -> (items: [Item], calls: Int) {
    var items: [Item] = []
    var (cursor, calls) = (String?.none, 0)
    repeat {
      let page = try await read(cursor)
      items += page.items
      cursor = page.nextCursor
      calls += 1
    } while cursor != nil
    return (items, calls)
  }

  @Test("A search returns exactly the matches by id, with any page size", arguments: queries)
  func pages(query: String) async throws {
    let (rig, ada) = try await rig(120)
    let words = SearchWords(query)
    let works = try await rig.handlers.listWorks(.init(limit: 200), ada).decoded().items
    let entries = try await rig.handlers.listLibrary(.init(limit: 200), ada).decoded().items
    let stories = try await rig.handlers.listStories(.init(limit: 200), ada).decoded().items
    let matching = works.filter { words.match([$0.title] + $0.authors) }
    #expect(works.count == 120 && entries.count == 60 && stories.count == 121)
    for limit in [1, 7, 200] {
      let found = try await all {
        try await rig.handlers.listWorks(.init(q: query, limit: limit, cursor: $0), ada).decoded()
      }
      #expect(found.items.map { Work($0) } == matching.map { Work($0) })
      for status in [nil, ReadingStatus.wantToRead, .finished, .abandoned] {
        let found = try await all {
          try await rig.handlers.listLibrary(.init(status: status, q: query, limit: limit, cursor: $0), ada).decoded()
        }
        let expected = entries.filter { entry in
          (status ?? entry.status) == entry.status && matching.contains { $0.id == entry.workId }
        }
        #expect(found.items == expected)
      }
      for (hero, favorite) in [("mia", nil), ("mia", true), (nil, false), ("nobody", nil)] as [(String?, Bool?)] {
        let found = try await all {
          try await rig.handlers.listStories(
            .init(q: query, heroId: hero, favorite: favorite, limit: limit, cursor: $0), ada
          ).decoded()
        }
        let expected = stories.filter { story in
          (hero == nil || story.heroId == hero) && (favorite ?? story.isFavorite) == story.isFavorite
            && words.match([story.title])
        }
        #expect(found.items == expected)
      }
    }
  }

  @Test("One call scans a bounded number of rows, and further pages return the rest")
  func bounded() async throws {
    let (rig, ada) = try await rig(SessionLimits.rowsPerSearch + 10)
    let last = "w\(100_000 + SessionLimits.rowsPerSearch + 9)"
    _ = try await rig.handlers.saveWork(.init(Work(id: last, title: "The needle")), ada)
    let found = try await all { try await rig.handlers.listWorks(.init(q: "needle", cursor: $0), ada).decoded() }
    #expect(found.items.map(\.id) == [last] && found.calls == 2)
    // More words reduce the number of scanned rows.
    let words = (0..<200).map { "w\($0)" }.joined(separator: " ")
    let none = try await all { try await rig.handlers.listWorks(.init(q: words, cursor: $0), ada).decoded() }
    #expect(none.items.isEmpty && none.calls > 10)
  }

  @Test("Pages with the longest works fit a frame")
  func longWorks() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let texts = Array(repeating: String(repeating: "😀", count: 500), count: 50)
    let ids = (10..<32).map { "work-\($0)" }
    for id in ids {
      _ = try await rig.handlers.saveWork(.init(Work(id: id, title: "Long", authors: texts, genres: texts)), ada)
    }
    var cursor: String?
    var seen: [String] = []
    repeat {
      let page = try await rig.handlers.listWorks(.init(q: "long", limit: 200, cursor: cursor), ada).decoded()
      #expect(try CBOREncoder.encode(page).count < 4 << 20)
      seen += page.items.map(\.id)
      cursor = page.nextCursor
    } while cursor != nil
    #expect(seen == ids)
  }
}
