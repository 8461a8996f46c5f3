import Foundation
import Testing

extension SystemTests {
  /// Each time that a work was read, with its own dates, rating and format.
  @Suite("Reads")
  struct ReadsTests {
    private static let entry = "/api/v1/library/dune"

    private func session(_ client: HTTPClient, _ day: String, pages: ClosedRange<Int>) throws {
      let body = """
        {"workId": "dune", "startedAt": "\(day)T10:00:00Z", "endedAt": "\(day)T11:00:00Z", \
        "startPage": \(pages.lowerBound), "endPage": \(pages.upperBound)}
        """
      #expect(try client.post("/api/v1/reading/sessions", body).status == 201)
    }

    private func reads(_ client: HTTPClient) throws -> [[String: Any]] {
      try client.get("\(Self.entry)/reads").object.list("items")
    }

    @Test("Reading a book again keeps the year of the first read, byte for byte")
    func again() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune", "authors": ["Frank Herbert"], "pageCount": 600}"#)
      #expect(try client.put(Self.entry, #"{"status": "reading", "startedAt": "2025-03-01T00:00:00Z"}"#).status == 201)
      try session(client, "2025-03-02", pages: 0...300)
      try session(client, "2025-03-20", pages: 300...600)
      let finish = #"{"status": "finished", "finishedAt": "2025-03-20T11:00:00Z", "rating": 4.5}"#
      #expect(try client.patch(Self.entry, finish).status == 200)
      let before = try client.get("/api/v1/review/2025")
      #expect(before.object.object("reading").object("fastestBook").number("days") == 18)

      #expect(try client.patch(Self.entry, #"{"status": "reading"}"#).object["currentPage"] as? Int == 0)
      try session(client, "2026-01-10", pages: 0...300)
      try session(client, "2026-01-11", pages: 300...600)
      let second = #"{"status": "finished", "finishedAt": "2026-01-11T11:00:00Z", "rating": 3.25}"#
      let entry = try client.patch(Self.entry, second).object
      #expect(entry.number("readCount") == 2 && entry.number("rating") == 3.25 && entry.number("sessionCount") == 4)
      #expect(entry.text("title") == "Dune" && entry.number("pageCount") == 600)
      #expect(entry["authors"] as? [String] == ["Frank Herbert"] && entry.text("finishedOn") == "2026-01-11")

      let after = try client.get("/api/v1/review/2025")
      #expect(after.body == before.body && after.headers["etag"] == before.headers["etag"])
      let reading = try client.get("/api/v1/review/2026").object.object("reading")
      #expect(reading.object("fastestBook").number("days") == 1)
      #expect(["books", "works", "rereads", "undated"].map { reading.number($0) } == [1, 1, 1, 0])
      let reads = try reads(client)
      #expect(reads.map { $0.number("rating") } == [4.5, 3.25])
      #expect(reads.map { $0.number("pagesRead") } == [600, 600] && reads.map { $0.number("sessionCount") } == [2, 2])
      let all = try client.get("/api/v1/insights").object
      #expect(["booksRead", "works", "rereads", "undated"].map { all.number($0) } == [2, 1, 1, 0])
      #expect(all.object("byFormat").number("unknown") == 2)

      // Undoing an edit gives the same bytes.
      let paths = ["/api/v1/review/2025", "/api/v1/review/2026", "/api/v1/reads", "\(Self.entry)/reads", Self.entry]
      let kept = try paths.map { try client.get($0).body }
      let id = try #require(reads[0].text("id"))
      #expect(try client.patch("\(Self.entry)/reads/\(id)", #"{"finishedOn": "2025-04"}"#).status == 200)
      #expect(try client.get("/api/v1/review/2025").body != before.body)
      let undo = #"{"finishedAt": "2025-03-20T11:00:00Z", "finishedOn": null}"#
      #expect(try client.patch("\(Self.entry)/reads/\(id)", undo).status == 200)
      #expect(try paths.map { try client.get($0).body } == kept)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("120 books without a date count in no month and no year")
    func undated() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let rows = (1...120).map { "\($0),Book \($0),Author \($0),,2024/02/03,read" }
      let list = try stack.folder.file("goodreads.csv")
      list.handle.write(
        Data((["Book Id,Title,Author,Date Read,Date Added,Exclusive Shelf"] + rows).joined(separator: "\n").utf8))
      let years = try (2015...2025).map { try client.get("/api/v1/review/\($0)").body }
      let months = try client.get("/api/v1/insights/timeline?months=120").body
      let arguments = ["import", "goodreads", list.path, "--user", "ada", "--data", stack.data]
      for _ in 1...2 { #expect(try Executable.run(arguments).code == 0) }
      #expect(try (2015...2025).map { try client.get("/api/v1/review/\($0)").body } == years)
      #expect(try client.get("/api/v1/insights/timeline?months=120").body == months)
      let all = try client.get("/api/v1/insights").object
      #expect(["booksRead", "works", "rereads", "undated"].map { all.number($0) } == [120, 120, 0, 120])
      #expect(try client.get("/api/v1/insights?timeframe=year").object.number("booksRead") == 0)
      let listed = try client.get("/api/v1/reads?limit=200").object.list("items")
      #expect(listed.count == 120 && listed.allSatisfy { $0["finishedOn"] is NSNull })
      #expect(try client.get("/api/v1/reads?year=2024").object.list("items").isEmpty)
    }

    @Test("Reads are created, changed and deleted, and the entry describes the latest one")
    func calls() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      let path = "\(Self.entry)/reads"
      #expect(try client.post(path, #"{"status": "finished"}"#).status == 404)
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune"}"#)
      #expect(try client.get(path).status == 404)
      let made = try client.post(path, #"{"status": "finished", "finishedOn": "2019-05", "format": "audio"}"#)
      let members = [
        "authors", "averageReadingPace", "finishedAt", "finishedOn", "format", "id", "listenedSeconds", "note",
        "pagesRead", "rating", "review", "sessionCount", "source", "startedAt", "startedOn", "status", "title",
        "totalReadingMinutes", "workId",
      ]
      #expect(made.status == 201 && made.object.keys.sorted() == members, "\(made.text)")
      #expect(made.object["finishedAt"] is NSNull && made.object.text("source") == "manual")
      #expect(try client.get(Self.entry).object.text("status") == "finished")
      for body in [
        #"{}"#, #"{"status": "wantToRead"}"#, #"{"status": "finished", "rating": 4.1}"#,
        #"{"status": "finished", "finishedOn": "2019-13"}"#, #"{"status": "reading", "finishedOn": "2019"}"#,
        #"{"status": "finished", "finishedOn": "2019", "finishedAt": "2019-01-01T00:00:00Z"}"#,
        #"{"status": "finished", "startedOn": "2020", "finishedOn": "2019-12-31"}"#,
      ] {
        #expect(try client.post(path, body).status == 422, "\(body)")
      }
      #expect(try client.post(path, #"{"status": "reading"}"#).status == 201)
      #expect(try client.post(path, #"{"status": "reading"}"#).status == 409)
      let open = try #require(try reads(client).last)
      #expect(try open.text("status") == "reading" && client.get(Self.entry).object.text("status") == "reading")
      let one = "\(path)/\(open.text("id") ?? "")"
      let closed = try client.patch(one, #"{"status": "finished", "finishedOn": "2021", "note": "Twice."}"#)
      #expect(closed.status == 200 && closed.object.text("note") == "Twice.")
      #expect(closed.object.text("finishedOn") == "2021")
      let years = try ["2019", "2021", "2022"].map { try client.get("/api/v1/reads?year=\($0)").object.list("items") }
      #expect(years.map(\.count) == [1, 1, 0])
      let range = try client.get("/api/v1/reads?from=2019-05-01&to=2019-05-31").object.list("items")
      #expect(range.map { $0.text("title") } == ["Dune"])
      let all = try client.get("/api/v1/reads").object.list("items")
      #expect(all.map { $0.text("finishedOn") } == ["2021", "2019-05"])
      #expect(try client.get("/api/v1/reads?year=0").status == 400)
      let export = try client.get("/api/v1/export?kind=reads").text
      #expect(export.split(separator: "\r\n").count == 3 && export.contains("2019-05"))
      #expect(try client.delete(one).status == 204)
      #expect(try client.get(one).status == 404 && client.delete(one).status == 404)
      #expect(try client.get(Self.entry).object.text("finishedOn") == "2019-05")
      #expect(try client.delete(Self.entry).status == 204)
      #expect(try client.get("/api/v1/reads").object.list("items").isEmpty)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("An account document carries all reads to another account")
    func moved() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune"}"#)
      for body in [
        #"{"status": "finished", "finishedOn": "2019", "rating": 0.25}"#,
        #"{"status": "abandoned", "finishedAt": "2020-05-01T10:00:00Z", "format": "ebook"}"#, #"{"status": "reading"}"#,
      ] {
        #expect(try client.post("\(Self.entry)/reads", body).status == 201)
      }
      _ = try client.patch(Self.entry, #"{"status": "wantToRead", "rating": 5}"#)
      let document = stack.folder.path + "/ada.json"
      #expect(try stack.command("export", "--user", "ada", "--output", document).code == 0)
      for _ in 1...2 {
        #expect(try stack.command("import", "waymark", document, "--user", "kim").code == 0)
      }
      let other = try stack.client(user: "kim")
      for path in [Self.entry, "\(Self.entry)/reads", "/api/v1/reads", "/api/v1/insights", "/api/v1/achievements"] {
        #expect(try other.get(path).text == client.get(path).text, "\(path)")
      }
      #expect(try stack.command("verify").code == 0)
    }
  }
}
