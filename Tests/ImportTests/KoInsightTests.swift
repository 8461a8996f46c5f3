import API
import Chronology
import Domain
import Testing

@testable import Import

@Suite("KoInsight's plugin")
struct KoInsightTests {
  private static let md5 = "0b229176d4e8db7f6d2b5a4952368d7a"
  private let now = Instant(seconds: 1_790_000_000)

  private func findings(_ books: String, _ stats: String) throws -> Findings {
    try Read.findings(.koreader, #"{"stats": \#(stats), "books": \#(books), "annotations": {}, "version": "0.2"}"#)
  }

  private func book(_ title: String = "Dune", _ authors: String = "Frank Herbert", md5: String = md5) -> String {
    #"{"md5": "\#(md5)", "title": "\#(title)", "authors": "\#(authors)", "pages": 300.0, "series": "N/A"}"#
  }

  private func page(_ number: Int, _ start: String, md5: String = md5) -> String {
    #"{"page": \#(number), "start_time": \#(start), "duration": 60, "total_pages": 300, "book_md5": "\#(md5)"}"#
  }

  @Test("Rows mean the same as in KOReader's database, in any form of the numbers")
  func rows() throws {
    let stats = "[\(page(1, "1704448800.0")),\(page(2, "1.70444886e9")),\(page(9, "1704452400"))]"
    let found = try findings("[\(book())]", stats)
    #expect(found.books.map(\.title) == ["Dune"] && found.books[0].pageCount == 300)
    #expect(found.books[0].documents == [Self.md5] && found.report.rejected == 0)
    #expect(found.readings.map(\.startedAt.seconds) == [1_704_448_800, 1_704_452_400])
    #expect(found.readings.map(\.endPage) == [2, 9])
  }

  @Test("Empty tables are lists or objects", arguments: ["[]", "{}"])
  func empty(_ table: String) throws {
    let found = try findings(table, table)
    #expect(found.books.isEmpty && found.readings.isEmpty && found.report.rejected == 0)
  }

  @Test("A row of a wrong type is rejected alone, and a book made up for annotations is skipped")
  func wrong() throws {
    let stats = "[\(page(1, "1704448800")),\(page(2, "\"now\"")),{}]"
    let books = "[\(book()),\(book("Unknown", "Unknown", md5: "x")),{\"md5\": 7}]"
    let found = try findings(books, stats)
    #expect(found.books.map(\.title) == ["Dune"] && found.readings.count == 1)
    #expect(found.report.rejected == 3)
  }

  @Test("A text that is cut off is rejected", arguments: ["{", #"{"books": ["#, "{]"])
  func cut(_ text: String) {
    #expect(throws: ImportError.self) { try Read.findings(.koreader, text) }
  }

  @Test("Copies of a book have their own documents")
  func copies() throws {
    let other = String(repeating: "a", count: 32)
    let found = try findings("[\(book()),\(book(md5: other))]", "[]")
    #expect(found.books.count == 1 && found.books[0].documents == [Self.md5, other])
    let plan = try ImportPlan(found, existing: ExistingData(), folders: [], now: now)
    #expect(plan.documents.map(\.document) == [Self.md5, other])
    #expect(Set(plan.documents.map(\.place)) == [0])
  }

  // Deletions.

  private func events(_ events: [ReadingEvent]) -> Deletions {
    var deletions = Deletions()
    for event in events { deletions.take(.reading(event)) }
    return deletions
  }

  private func plan(_ found: Findings, _ deletions: Deletions, _ works: [Work] = []) throws -> ImportPlan {
    var existing = ExistingData()
    existing.works = works
    existing.keep(deletions)
    return try ImportPlan(
      found, existing: existing, folders: [], earliest: Instant(seconds: ImportLimits.earliestSeconds), now: now)
  }

  private func session(_ start: Int64, minutes: Int64) -> ReadingSession {
    ReadingSession(
      workId: "dune", startedAt: Instant(seconds: start), endedAt: Instant(seconds: start + 60 * minutes),
      startPage: 1, endPage: 2)
  }

  @Test("The time of a deleted session counts as taken, until it is recorded again")
  func deletedSession() throws {
    let start: Int64 = 1_704_448_800
    let stats = (0..<9).map { page($0 + 1, "\(start + 60 * Int64($0))") }.joined(separator: ",")
    let found = try findings("[\(book())]", "[\(stats)]")
    let works = [Work(id: "dune", title: "Dune", authors: ["Frank Herbert"], pageCount: 300)]
    let deleted = session(start + 180, minutes: 3)
    let kept = try plan(found, events([.recorded(.init(session: deleted)), .removed(.init(session: deleted))]), works)
    #expect(kept.readings.map { $0.value.startedAt.seconds - start } == [0, 360])
    #expect(kept.readings.map { $0.value.endedAt.seconds - start } == [180, 540])
    let whole = session(start, minutes: 9)
    #expect(try plan(found, events([.removed(.init(session: whole))]), works).readings.isEmpty)
    let again = [ReadingEvent.removed(.init(session: whole)), .recorded(.init(session: whole))]
    #expect(try plan(found, events(again), works).readings.count == 1)
  }

  @Test("A deleted work and its sessions do not come back")
  func deletedWork() throws {
    let found = try findings("[\(book()),\(book("Emma", "Jane Austen", md5: "e"))]", "[\(page(1, "1704448800"))]")
    let work = Work(id: "mine", title: "Dune", authors: ["Herbert, Frank"])
    let kept = try plan(found, events([.workRemoved(WorkRemoved(work: work))]))
    #expect(kept.readings.isEmpty && kept.report.rejected == 0 && kept.report.added == 1)
    let restored = events([.workRemoved(WorkRemoved(work: work)), .workSaved(WorkSaved(work: work))])
    #expect(try plan(found, restored).readings.count == 1)
  }

  @Test("A session before 2000 comes from a wrong clock")
  func earliest() throws {
    let found = try findings("[\(book())]", "[\(page(1, "86400")),\(page(2, "1704448800"))]")
    let plan = try plan(found, Deletions())
    #expect(plan.readings.count == 1 && plan.report.rejected == 1)
  }
}
