import Foundation
import PDFContent
import Testing

extension SystemTests {
  /// The review, its picture, its printed report, its public link, tables and lists count the same books.
  @Suite("Review: the same books everywhere")
  struct SameBooksTests {
    private let stack: Stack
    private let client: HTTPClient

    /// 2024: the sea. 2025: the sea again, a heard book, one that was read and heard at once, and one in an unknown
    /// month.
    /// No year: two reads of a book without dates. No book: one that is half heard, and one that is being read.
    init() throws {
      stack = try Stack()
      client = try stack.client(user: "ada")
      for id in ["sea", "hill", "dune", "both", "isle", "half", "open"] {
        expectMade(try client.put("/api/v1/works/\(id)", #"{"title": "Work \#(id)"}"#))
      }
      try read("sea", #""finishedOn": "2024-05-10", "format": "print""#)
      try read("sea", #""finishedOn": "2025-02", "format": "ebook""#)
      try read("hill", #""format": "print""#)
      try read("hill", #""format": "print""#)
      try read("isle", #""finishedOn": "2025""#)
      try read("both", #""startedOn": "2025-03-01", "finishedOn": "2025-03-20", "format": "print""#)
      expectMade(try client.put("/api/v1/library/open", #"{"status": "reading", "startedAt": "2025-02-01T00:00:00Z"}"#))
      for id in ["dune", "both", "half"] {
        expectMade(
          try client.put("/api/v1/stories/s-\(id)", #"{"title": "S \#(id)", "estimatedDuration": 7200}"#))
        try link("s-\(id)", to: "\"\(id)\"")
      }
      try hear("dune", "2025-03-02", completed: false)
      try hear("dune", "2025-03-03", completed: true)
      try hear("both", "2025-03-05", completed: true)
      try hear("half", "2025-03-06", completed: false)
    }

    private func expectMade(_ response: Response) { #expect(response.status == 201, "\(response.text)") }

    private func read(_ work: String, _ members: String) throws {
      expectMade(try client.post("/api/v1/library/\(work)/reads", #"{"status": "finished", \#(members)}"#))
    }

    private func hear(_ id: String, _ day: String, completed: Bool) throws {
      let (from, to) = ("\(day)T10:00:00Z", "\(day)T11:00:00Z")
      let report = Listener.report("s-\(id)", from, to, completed: completed)
      expectMade(try client.post("/api/v1/analytics/sessions", report))
    }

    private func link(_ story: String, to work: String) throws {
      let body = #"{"title": "\#(story)", "estimatedDuration": 7200, "workId": \#(work)}"#
      #expect(try client.put("/api/v1/stories/\(story)", body).status == 200)
    }

    /// Figures of books, as a response has them.
    private struct Figures: Equatable {
      var books: Int
      var works: Int
      var rereads: Int
      var undated: Int
      var print = 0
      var ebook = 0
      var audio = 0
      var unknown = 0

      init(
        _ books: Int, works: Int, rereads: Int, undated: Int, print: Int = 0, ebook: Int = 0, audio: Int = 0,
        unknown: Int = 0
      ) {
        (self.books, self.works, self.rereads, self.undated) = (books, works, rereads, undated)
        (self.print, self.ebook, self.audio, self.unknown) = (print, ebook, audio, unknown)
      }

      init(_ object: [String: Any], named name: String) {
        func count(_ object: [String: Any], _ name: String) -> Int { object.number(name).map { Int($0) } ?? -1 }
        let formats = object.object("byFormat")
        self.init(
          count(object, name), works: count(object, "works"), rereads: count(object, "rereads"),
          undated: count(object, "undated"), print: count(formats, "print"), ebook: count(formats, "ebook"),
          audio: count(formats, "audio"), unknown: count(formats, "unknown"))
      }
    }

    private func get(_ path: String) throws -> Response {
      let response = try client.get("/api/v1/\(path)")
      #expect(response.status == 200, "\(path): \(response.text)")
      return response
    }

    /// A figure of a report follows its name.
    private func figure(_ name: String, _ report: Response) throws -> String? {
      let parts = try PDFContent.text(of: report.body).matches(of: /\(((?:[^()\\]|\\.)*)\) Tj/).map { String($0.1) }
      guard let place = parts.firstIndex(of: name), place + 1 < parts.count else { return nil }
      return parts[place + 1]
    }

    private func expectReport(_ path: String, _ figures: Figures, sourceLocation: SourceLocation) throws {
      let report = try get(path)
      func counted(_ count: Int) -> String? { count > 0 ? "\(count)" : nil }
      #expect(try figure("Books finished", report) == "\(figures.books)", sourceLocation: sourceLocation)
      #expect(try figure("Rereads", report) == counted(figures.rereads), sourceLocation: sourceLocation)
      #expect(try figure("Audiobooks", report) == counted(figures.audio), sourceLocation: sourceLocation)
    }

    private func reads() throws -> [[String: Any]] {
      let table = try get("export?kind=reads&format=json")
      return try #require(try JSONSerialization.jsonObject(with: table.body) as? [[String: Any]])
        .filter { $0.text("status") == "finished" }
    }

    /// Everything that shows the books of a year or a month.
    private func expect(
      _ figures: Figures, in period: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let review = try get("review/\(period)").object.object("reading")
      #expect(Figures(review, named: "books") == figures, sourceLocation: sourceLocation)

      let sentence = figures.books == 1 ? "1 book finished" : "\(figures.books) books finished"
      let picture = try get("review/\(period).svg").text
      #expect(picture.contains("Reading: \(sentence)"), sourceLocation: sourceLocation)
      #expect(picture.contains(">\(figures.books)</text>"), sourceLocation: sourceLocation)

      try expectReport("review/\(period).pdf", figures, sourceLocation: sourceLocation)

      let parts = period.split(separator: "-")
      let month = parts.count > 1 ? #", "month": \#(Int(parts[1]) ?? 0)"# : ""
      let body = #"{"picture": "review", "options": {"year": \#(parts[0])\#(month)}}"#
      let url = try #require(try client.post("/api/v1/shares", body).object.text("url"))
      let path = try #require(URL(string: url)?.path)
      let visitor = HTTPClient(port: stack.port)
      #expect(try visitor.get(path).text == picture, sourceLocation: sourceLocation)
      let shown = try visitor.get(path.dropLast(4) + ".json").object
      #expect(
        shown.object("figures").object("reading").number("books") == Double(figures.books),
        sourceLocation: sourceLocation)

      let exported = try reads().filter { $0.text("finishedOn")?.hasPrefix(period) == true }
      #expect(exported.count == figures.books, sourceLocation: sourceLocation)
      #expect(Set(exported.map { $0.text("workId") }).count == figures.works, sourceLocation: sourceLocation)
      let heard = exported.filter { $0.text("format") == "audio" }
      #expect(heard.count == figures.audio, sourceLocation: sourceLocation)
    }

    /// The books by month of the table of insights, without months that have none.
    private func months() throws -> [String: Int] {
      let lines = try get("export?kind=insights").text.components(separatedBy: "\r\n").dropFirst()
      return lines.reduce(into: [:]) { months, line in
        let cells = line.split(separator: ",")
        if cells.count > 1, let books = Int(cells[1]), books > 0 { months[String(cells[0])] = books }
      }
    }

    @Test("Rereads count once per read in their year, undated books in none, and a heard book is one")
    func sameBooks() throws {
      try expect(Figures(1, works: 1, rereads: 0, undated: 0, print: 1), in: "2024")
      try expect(
        Figures(4, works: 4, rereads: 1, undated: 1, print: 1, ebook: 1, audio: 1, unknown: 1), in: "2025")
      try expect(Figures(1, works: 1, rereads: 1, undated: 0, ebook: 1), in: "2025-02")
      try expect(Figures(2, works: 2, rereads: 0, undated: 0, print: 1, audio: 1), in: "2025-03")
      #expect(try months() == ["2024-05": 1, "2025-02": 1, "2025-03": 2])

      // The two reads of the hill count in all time only.
      let all = Figures(7, works: 5, rereads: 2, undated: 2, print: 4, ebook: 1, audio: 1, unknown: 1)
      #expect(try Figures(get("insights?timeframe=allTime").object, named: "booksRead") == all)
      try expectReport("export/report.pdf?timeframe=allTime", all, sourceLocation: #_sourceLocation)
      #expect(try reads().count == 7 && reads().filter { $0["finishedOn"] is NSNull }.count == 2)
      #expect(try get("reads?year=2025").object.list("items").count == 4)
      #expect(try get("reads").object.list("items").count == 7)
      for year in ["2023", "2026"] { #expect(try get("review/\(year)").object["reading"] is NSNull) }
    }

    @Test("After an unlinked story and a deleted read, all of them agree again")
    func changed() throws {
      try link("s-dune", to: "null")
      let first = try #require(
        try get("library/sea/reads").object.list("items").first { $0.text("finishedOn") == "2024-05-10" })
      #expect(try client.delete("/api/v1/library/sea/reads/\(first.text("id") ?? "")").status == 204)
      // The read of 2025 is now the first one of the sea.
      try expect(Figures(3, works: 3, rereads: 0, undated: 1, print: 1, ebook: 1, unknown: 1), in: "2025")
      try expect(Figures(1, works: 1, rereads: 0, undated: 0, print: 1), in: "2025-03")
      #expect(try get("review/2024").object["reading"] is NSNull)
      let all = Figures(5, works: 4, rereads: 1, undated: 2, print: 3, ebook: 1, unknown: 1)
      #expect(try Figures(get("insights?timeframe=allTime").object, named: "booksRead") == all)
      try expectReport("export/report.pdf?timeframe=allTime", all, sourceLocation: #_sourceLocation)
    }
  }
}
