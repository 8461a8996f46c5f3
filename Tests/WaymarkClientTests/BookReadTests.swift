import Foundation
import Testing

@testable import WaymarkClient

@Suite("Reads")
struct BookReadTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireFormat.decode(type, from: Data(text.utf8))
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try WireFormat.encode(value), as: UTF8.self)
  }

  @Test("Decodes a read whose finish is known to the month")
  func read() throws {
    let read = try decoded(BookRead.self, ReadBodies.read("r1"))
    #expect(read.title == "Dawn" && read.authors == ["Octavia E. Butler"] && read.status == .finished)
    #expect(read.finishedAt == nil && read.finishedOn == .month(CalendarMonth(year: 2019, month: 5)))
    #expect(read.startedOn == nil && read.rating == 4.25 && read.format == .audio && read.source == .manual)
    #expect(read.note == "Aloud." && read.review == "Read it.")
    #expect(read.sessionCount == 2 && read.pagesRead == 80 && read.averageReadingPace == 50)
    #expect(try decoded(BookRead.self, text(read)) == read)
  }

  @Test("Decodes unknown formats and sources")
  func unknownNames() throws {
    let later = ReadBodies.read("r1").replacingOccurrences(of: "audio", with: "braille")
      .replacingOccurrences(of: "manual", with: "reader")
    let read = try decoded(BookRead.self, later)
    #expect(read.format?.displayName == "braille" && read.source.rawValue == "reader")
    #expect(ReadFormat.allCases.map(\.displayName) == ["Print", "E-book", "Audiobook"])
  }

  @Test("Decodes a library entry with its work and the dates of its latest read")
  func entry() throws {
    let entry = try decoded(LibraryEntry.self, ReadBodies.entry())
    #expect(entry.title == "Dawn" && entry.authors == ["Octavia E. Butler"] && entry.pageCount == 248)
    #expect(entry.tags == ["sea"])
    #expect(entry.readCount == 2 && entry.startedOn == PartialDate("2026-11-01") && entry.rating == 4.25)
    #expect(entry.finishedAt == nil && entry.finishedOn == PartialDate("2026-11"))
    #expect(try decoded(LibraryEntry.self, text(entry)) == entry)
  }

  @Test(
    "Decodes a library entry of an older server or of a stored answer",
    arguments: [("finished", 1), ("reading", 0), ("wantToRead", 0), ("abandoned", 0)])
  func earlierEntry(status: String, readCount: Int) throws {
    let entry = try decoded(LibraryEntry.self, ReadBodies.earlierEntry(status: status))
    #expect(entry.tags.isEmpty)
    #expect(entry.title == nil && entry.authors.isEmpty && entry.pageCount == nil && entry.finishedOn == nil)
    #expect(entry.readCount == readCount && entry.rating == 4.5 && entry.currentPage == 248)
  }

  @Test("Encodes only the given members of a read, and null for a cleared one")
  func changes() throws {
    let report = BookReadReport(status: .finished, finishedOn: PartialDate("2019"), rating: 4.25, format: .print)
    #expect(try text(report) == #"{"finishedOn":"2019","format":"print","rating":4.25,"status":"finished"}"#)
    let patch = BookReadPatch(finishedOn: .set(.year(2018)), rating: .cleared)
    #expect(try text(patch) == #"{"finishedOn":"2018","rating":null}"#)
    let given = BookReadPatch(status: .abandoned, note: .set("Later."))
    let reviewed = BookReadPatch(review: .set("One.\nTwo."))
    #expect(try text(reviewed) == #"{"review":"One.\nTwo."}"#)
    #expect(try text(given) == #"{"note":"Later.","status":"abandoned"}"#)
    #expect(try text(LibraryEntryPatch(finishedOn: .cleared)) == #"{"finishedOn":null}"#)
    let entry = LibraryEntryChanges(status: .finished, finishedOn: PartialDate("2019-05"))
    #expect(try text(entry) == #"{"finishedOn":"2019-05","status":"finished"}"#)
  }

  @Test("Calls the endpoints of reads")
  func calls() async throws {
    let server = ScriptedServer { request in
      switch request.method {
      case .get where request.url.path.hasSuffix("reads"): .json(200, ReadBodies.page(ReadBodies.read("r1")))
      case .delete: HTTPResponse(status: 204)
      default: .json(200, ReadBodies.read("r1"))
      }
    }
    let client = server.client()
    #expect(try await client.reads(of: "dawn", limit: 5).items.map(\.id) == ["r1"])
    #expect(try await client.read("r1", of: "dawn").workId == "dawn")
    #expect(try await client.addRead("dawn", BookReadReport(status: .reading)).id == "r1")
    #expect(try await client.changeRead("r1", of: "dawn", BookReadPatch(format: .cleared)).id == "r1")
    try await client.deleteRead("r1", of: "dawn")
    let days = (CalendarDay(year: 2019, month: 1, day: 1), CalendarDay(year: 2019, month: 6, day: 30))
    #expect(try await client.finishedReads(from: days.0, to: days.1, year: 2019).items.count == 1)
    #expect(
      server.calls == [
        "GET library/dawn/reads", "GET library/dawn/reads/r1", "POST library/dawn/reads",
        "PATCH library/dawn/reads/r1", "DELETE library/dawn/reads/r1", "GET reads",
      ])
    #expect(server.requests[0].url.query == "limit=5")
    #expect(server.requests[2].body == Data(#"{"status":"reading"}"#.utf8))
    #expect(server.requests[3].body == Data(#"{"format":null}"#.utf8))
    #expect(server.requests[5].url.query == "from=2019-01-01&to=2019-06-30&year=2019")
  }

  @Test("Filters and orders the library")
  func filter() async throws {
    let server = ScriptedServer { _ in .json(200, ReadBodies.page(ReadBodies.entry())) }
    let filter = LibraryFilter(
      status: .finished, words: "dawn", tag: "sea", series: "Xenogenesis", year: 2019, format: .audio, rating: 4.25,
      genre: "Fiction", sort: .finished.descending)
    let page = try await server.client().library(filter, limit: 5, cursor: "c")
    #expect(page.items.map(\.workId) == ["dawn"])
    #expect(
      server.requests[0].url.query
        == "limit=5&cursor=c&status=finished&q=dawn&tag=sea&series=Xenogenesis&year=2019&format=audio&rating=4.25"
        + "&genre=Fiction&sort=-finished")
    #expect(LibraryFilter().query.isEmpty && LibrarySort.title.descending.descending.rawValue == "-title")
  }

  @Test("Searches works, stories, heroes and rucks")
  func search() async throws {
    let body = """
      {"works":[{"id":"w","title":"Dawn","authors":["A"],"series":{"name":"S","position":null},"tags":["sea"],
      "hasCover":true}],"stories":[{"id":"s","title":"Sea","heroId":null,"hasCover":false}],
      "heroes":[{"id":"h","name":"Mia"}],"rucks":[{"id":"r","name":null,"note":"By the sea.",
      "startedAt":"2026-05-01T08:00:00Z","distance":5000}]}
      """
    let server = ScriptedServer { _ in .json(200, body) }
    let found = try await server.client().search("sea", limit: 5)
    #expect(found.works.map(\.tags) == [["sea"]] && found.stories.map(\.id) == ["s"])
    #expect(found.heroes == [Hero(id: "h", name: "Mia")] && found.rucks.map(\.note) == ["By the sea."])
    #expect(server.calls == ["GET search"] && server.requests[0].url.query == "q=sea&limit=5")
  }

  @Test("A second open read is a conflict")
  func conflict() async {
    let server = ScriptedServer { _ in .problem(409, "The work has an open read") }
    await #expect(throws: APIError.conflict(detail: "The work has an open read")) {
      try await server.client().addRead("dawn", BookReadReport(status: .reading))
    }
  }

  @Test("Sessions have the title of their work or story, also if it is missing")
  func titles() throws {
    let listening = """
      {"id":"l1","storyId":"s1","startedAt":"2026-11-20T10:00:00Z","endedAt":"2026-11-20T10:30:00Z",
       "completed":true,"duration":1800,"capped":false,"anomalies":[]
      """
    #expect(try decoded(ListeningSession.self, listening + "}").title == nil)
    #expect(try decoded(ListeningSession.self, listening + #","title":"The Sea Road"}"#).title == "The Sea Road")
    let reading = """
      {"id":"r1","workId":"dawn","date":"2026-11-20","startedAt":"2026-11-20T10:00:00Z",
       "endedAt":"2026-11-20T10:30:00Z","durationMinutes":30,"startPage":1,"endPage":9,"pagesRead":8,
       "readingPace":16,"enrichmentPromptShown":true,"enrichmentCompleted":false
      """
    #expect(try decoded(ReadingSession.self, reading + "}").title == nil)
    #expect(try decoded(ReadingSession.self, reading + #","title":"Dawn"}"#).title == "Dawn")
  }
}
