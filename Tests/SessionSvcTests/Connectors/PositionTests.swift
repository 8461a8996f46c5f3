import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Positions")
struct PositionTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func position(
    _ document: String = "doc", _ percentage: Double = 0.5, title: String? = nil, authors: [String] = []
  ) -> Position {
    Position(
      document: document, progress: "/body/p[3]", percentage: percentage, device: "Kobo", title: title,
      authors: authors)
  }

  @discardableResult
  private func push(_ position: Position) async throws -> Instant {
    try await rig.handlers.pushPosition(.init(position: position), ada).pushedAt
  }

  private func fetch(_ document: String = "doc") async throws -> SessionAPI.FetchPosition.Reply {
    try await rig.handlers.fetchPosition(.init(document: document), ada)
  }

  /// A work of 300 pages that is being read.
  private func beginBook(_ id: String = "dune", title: String = "Dune", pages: Int? = 300) async throws {
    let work = Work(id: id, title: title, authors: ["Frank Herbert"], pageCount: pages)
    _ = try await rig.handlers.saveWork(.init(work), ada)
    _ = try await rig.handlers.saveEntry(.init(workId: id, status: .reading), ada)
  }

  private func page(_ id: String = "dune") async throws -> Int {
    try await rig.handlers.fetchEntry(.init(workId: id), ada).currentPage
  }

  @Test("The last push wins, also backwards, and has the time of the server")
  func lastWins() async throws {
    try await push(position("doc", 0.9))
    rig.clock.now = rig.clock.now + 60
    #expect(try await push(position("doc", 0.1)) == rig.clock.now)
    let found = try await fetch()
    #expect(found.position == position("doc", 0.1) && found.pushedAt == rig.clock.now)
    #expect(try await fetch("other").position == nil)
  }

  @Test("Metadata that a later push leaves out stays known")
  func metadata() async throws {
    try await push(position(title: "Dune", authors: ["Frank Herbert"]))
    try await push(position("doc", 0.7))
    let found = try #require(try await fetch().position)
    #expect(found.title == "Dune" && found.authors == ["Frank Herbert"] && found.percentage == 0.7)
  }

  @Test("An invalid position is rejected and stores nothing")
  func invalid() async throws {
    let rejected = await fault { try await push(position("a/b")) }
    #expect(rejected?.code == .invalid)
    #expect(try await rig.events().isEmpty)
  }

  @Test("The current page of a linked work follows, and nothing else changes")
  func followsLink() async throws {
    try await beginBook()
    _ = try await rig.handlers.linkDocuments(.init(links: [.init(document: "md5", workId: "dune")]), ada)
    let before = try await rig.events().count
    try await push(position("md5", 0.335))
    #expect(try await page() == 101)
    let entry = try await rig.handlers.fetchEntry(.init(workId: "dune"), ada)
    #expect(entry.status == .reading && entry.finishedAt == nil)
    try await push(position("md5", 0.335))
    #expect(try await rig.events().count == before + 1)
    try await push(position("md5", 1.5))
    #expect(try await page() == 300)
    #expect(try await rig.handlers.fetchEntry(.init(workId: "dune"), ada).status == .reading)
    try await push(position("md5", -1))
    #expect(try await page() == 0)
    let events = try await rig.events()
    let isRecorded = events.contains { event in
      if case .reading(.recorded) = event { true } else { false }
    }
    #expect(!isRecorded)
  }

  @Test(
    "The work is found by title and author as imports do",
    arguments: [
      ("Dune", ["Frank Herbert"], 150), ("dune", ["Herbert, Frank"], 150), ("Dune: A Novel", [], 150),
      ("Dune", ["Jane Doe"], 0), ("Dune Messiah", ["Frank Herbert"], 0),
    ])
  func followsMetadata(_ title: String, _ authors: [String], _ expected: Int) async throws {
    try await beginBook()
    try await push(position(title: title, authors: authors))
    #expect(try await page() == expected)
  }

  @Test("A work without a page count, or one that is not being read, does not follow")
  func doesNotFollow() async throws {
    try await beginBook("nopages", title: "Emma", pages: nil)
    try await beginBook("done", title: "Ulysses")
    _ = try await rig.handlers.saveEntry(.init(workId: "done", status: .finished), ada)
    let before = (try await page("done"), try await page("nopages"))
    let links = [("a", "nopages"), ("b", "done")].map { SessionAPI.DocumentLink(document: $0, workId: $1) }
    _ = try await rig.handlers.linkDocuments(.init(links: links), ada)
    let events = try await rig.events().count
    try await push(position("a"))
    try await push(position("b"))
    try await push(position("c", title: "Ulysses"))
    #expect((try await page("done"), try await page("nopages")) == before)
    #expect(try await rig.events().count == events)
  }

  @Test("The oldest pushes make room")
  func room() async throws {
    try await rig.database.write { [position] transaction in
      for number in 0..<PositionRules.mostDocuments {
        let stored = StoredPosition(
          position: position("d\(number)", 0.5, nil, []), pushedAt: Instant(seconds: Int64(number)))
        try PositionStore.save(stored, of: "ada", transaction)
      }
    }
    try await push(position("new"))
    #expect(try await fetch("d0").position == nil)
    #expect(try await fetch("d1").position != nil)
    #expect(try await fetch("new").position != nil)
    #expect(try await rig.database.read { try PositionStore.count(of: "ada", $0) } == PositionRules.mostDocuments)
  }

  @Test("A link to a work that does not exist is skipped, and a deleted work is not followed")
  func links() async throws {
    try await beginBook()
    let links = [("a", "none"), ("b", "dune")].map { SessionAPI.DocumentLink(document: $0, workId: $1) }
    _ = try await rig.handlers.linkDocuments(.init(links: links), ada)
    let found = try await rig.database.read { rows in
      try ["a", "b"].map { try DocumentLinkStore.workId("ada", document: $0, rows) }
    }
    #expect(found == [nil, "dune"])
    _ = try await rig.handlers.deleteEntry(.init(workId: "dune"), ada)
    _ = try await rig.handlers.deleteWork(.init(id: "dune"), ada)
    try await push(position("b"))
    #expect(try await fetch("b").position != nil)
  }
}
