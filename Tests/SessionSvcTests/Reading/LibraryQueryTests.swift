import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Queries of the library")
struct LibraryQueryTests {
  /// Three books: one read twice, one being read, one wanted.
  private func rig() async throws -> (SessionRig, CallerContext) {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let works = [
      Work(
        id: "a", title: "Émile", authors: ["Rousseau"], pageCount: 500, genres: ["Novel"],
        series: BookSeries(name: "Treatises"), tags: WorkTags(["School"])),
      Work(id: "b", title: "Dune", authors: ["Frank Herbert"], pageCount: 600, tags: WorkTags(["sand", "school"])),
      Work(id: "c", title: "Emma", authors: ["Jane Austen"], genres: ["novel", "Classics"]),
    ]
    for work in works { _ = try await rig.handlers.saveWork(.init(work), ada) }
    for (year, format, rating) in [(2019, ReadFormat.print, 3.0), (2024, .audio, 4.25)] {
      _ = try await rig.handlers.addRead(
        .init(workId: "a", status: .finished, finishedOn: .year(year), rating: rating, format: format), ada)
    }
    _ = try await rig.handlers.saveEntry(.init(workId: "b", status: .reading), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: "c", status: .wantToRead, rating: 3), ada)
    return (rig, ada)
  }

  @Test("Selects by tag, series, year, format, rating and genre")
  func filters() async throws {
    let (rig, ada) = try await rig()
    let cases: [(SessionAPI.ListLibrary, [String])] = [
      (.init(tag: "SCHOOL"), ["a", "b"]), (.init(tag: "schoo"), []), (.init(series: "treatises"), ["a"]),
      (.init(year: 2019), ["a"]), (.init(year: 2020), []), (.init(format: .audio), ["a"]),
      (.init(year: 2019, format: .audio), []), (.init(rating: 4.25), ["a"]), (.init(rating: 3), ["c"]),
      (.init(genre: "NOVEL"), ["a", "c"]), (.init(status: .wantToRead, genre: "novel"), ["c"]),
      (.init(q: "herbert", tag: "sand"), ["b"]), (.init(q: "emma", tag: "sand"), []),
    ]
    for (call, expected) in cases {
      let found = try await rig.handlers.listLibrary(call, ada).decoded()
      #expect(found.items.map(\.workId) == expected && found.nextCursor == nil, "\(call)")
    }
  }

  @Test("Orders by each value, with missing ones last, in pages of any size")
  func orders() async throws {
    let (rig, ada) = try await rig()
    let cases: [(LibrarySort, [String])] = [
      (.title, ["b", "a", "c"]), (.titleDescending, ["c", "a", "b"]), (.author, ["b", "c", "a"]),
      (.rating, ["c", "a", "b"]), (.ratingDescending, ["a", "c", "b"]), (.pages, ["a", "b", "c"]),
      (.pagesDescending, ["b", "a", "c"]), (.finished, ["a", "b", "c"]), (.added, ["a", "b", "c"]),
    ]
    for (sort, expected) in cases {
      for limit in [1, 2, 3] {
        var (found, cursor) = ([String](), String?.none)
        repeat {
          let page = try await rig.handlers.listLibrary(.init(sort: sort, limit: limit, cursor: cursor), ada).decoded()
          found += page.items.map(\.workId)
          cursor = page.nextCursor
        } while cursor != nil
        #expect(found == expected, "\(sort) \(limit)")
      }
    }
  }

  @Test("A cursor is valid only for its query")
  func cursors() async throws {
    let (rig, ada) = try await rig()
    let sorted = try await rig.handlers.listLibrary(.init(sort: .title, limit: 1), ada).decoded().nextCursor
    let tagged = try await rig.handlers.listLibrary(.init(tag: "school", limit: 1), ada).decoded().nextCursor
    let plain = try await rig.handlers.listLibrary(.init(limit: 1), ada).decoded().nextCursor
    try #require(sorted != nil && tagged != nil && plain != nil)
    let calls: [SessionAPI.ListLibrary] = [
      .init(sort: .author, cursor: sorted), .init(sort: .title, cursor: plain), .init(cursor: sorted),
      .init(tag: "sand", cursor: tagged), .init(tag: "school", sort: .title, cursor: tagged),
    ]
    for call in calls {
      let found = await fault { _ = try await rig.handlers.listLibrary(call, ada) }
      #expect(found?.code == .invalid && found?.fields?.map(\.field) == ["cursor"], "\(call)")
    }
    let next = try await rig.handlers.listLibrary(.init(tag: "school", cursor: tagged), ada).decoded()
    #expect(next.items.map(\.workId) == ["b"])
  }

  @Test("The order by date of addition is that of the journal, also for entries of an earlier version")
  func added() async throws {
    let (rig, ada) = try await rig()
    func dates() async throws -> [Int64?] {
      try await rig.database.read { rows in
        try rows.all("SELECT added_at FROM library ORDER BY work_id") { $0.optionalInteger(0) }
      }
    }
    let before = try await dates()
    #expect(before.count == 3 && !before.contains(nil))
    _ = try await rig.handlers.patchEntry(.init(workId: "c", rating: .set(5)), ada)
    #expect(try await dates() == before)
    try await rig.database.write { transaction in
      try transaction.run("UPDATE library SET added_at = NULL")
      try EntryDating.run(transaction)
    }
    #expect(try await dates() == before)
  }
}
