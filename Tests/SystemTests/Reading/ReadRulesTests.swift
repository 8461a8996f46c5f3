import Foundation
import Testing

extension SystemTests {
  /// Dates, order and sessions of reads, and the entry that describes the latest one.
  @Suite("Rules for reads")
  struct ReadRulesTests {
    private static let entry = "/api/v1/library/dune"
    private static let path = "/api/v1/library/dune/reads"

    private struct Dates {
      var body: String
      /// `startedAt`, `startedOn`, `finishedAt` and `finishedOn`, or nil if the field is rejected.
      var kept: [String?]?
      var field = ""

      init(_ body: String, _ kept: [String?]) { (self.body, self.kept) = (body, kept) }
      init(_ body: String, rejects field: String) { (self.body, kept, self.field) = (body, nil, field) }
    }

    private static let noon = "2020-05-10T12:00:00Z"
    /// In Berlin, 10 May begins at 22:00.
    private static let dates = [
      Dates(#""startedOn": "2020-05", "finishedOn": "2020""#, [nil, "2020-05", nil, "2020"]),
      Dates(#""startedOn": "2020", "finishedOn": "2020-05""#, [nil, "2020", nil, "2020-05"]),
      Dates(#""startedOn": "2020-06", "finishedOn": "2020-05""#, rejects: "finishedOn"),
      Dates(#""startedOn": "2021", "finishedAt": "2020-05-01T00:00:00Z""#, rejects: "finishedAt"),
      Dates(#""startedAt": "\#(noon)", "finishedOn": "2020-05""#, [noon, "2020-05-10", nil, "2020-05"]),
      Dates(#""startedAt": "\#(noon)", "finishedOn": "2020-05-10""#, [noon, "2020-05-10", nil, "2020-05-10"]),
      Dates(#""startedAt": "\#(noon)", "finishedOn": "2020-05-09""#, rejects: "finishedOn"),
      Dates(#""startedAt": "\#(noon)", "finishedAt": "2020-05-10T11:59:59Z""#, rejects: "finishedAt"),
      Dates(#""startedOn": "2020-05-10", "finishedAt": "2020-05-09T21:59:59Z""#, rejects: "finishedAt"),
      Dates(
        #""startedOn": "2020-05-10", "finishedAt": "2020-05-09T22:00:00Z""#,
        [nil, "2020-05-10", "2020-05-09T22:00:00Z", "2020-05-10"]),
      Dates(#""startedAt": "\#(noon)", "startedOn": "2020-05-10""#, rejects: "startedOn"),
      Dates(#""finishedAt": "\#(noon)", "finishedOn": "2020-05-10""#, rejects: "finishedOn"),
      Dates(#""finishedAt": null, "finishedOn": "2020""#, [nil, nil, nil, "2020"]),
      Dates(#""finishedAt": "\#(noon)", "finishedOn": null"#, [nil, nil, noon, "2020-05-10"]),
      Dates(#""startedOn": null"#, [nil, nil, nil, nil]),
      Dates(#""finishedOn": "2020-02-30""#, rejects: "finishedOn"),
      Dates(#""finishedOn": "2020-1""#, rejects: "finishedOn"),
      Dates(#""finishedOn": "20""#, rejects: "finishedOn"), Dates(#""finishedOn": 2020"#, rejects: "finishedOn"),
      Dates(#""finishedOn": "2020-05-10T12:00:00Z""#, rejects: "finishedOn"),
    ]

    @Test("A read and an entry take an instant or a partial date, and reject both forms and a finish before the start")
    func dates() throws {
      let client = try prepare(Stack(), zone: "Europe/Berlin")
      let names = ["startedAt", "startedOn", "finishedAt", "finishedOn"]
      for dates in Self.dates {
        let read = try client.client.post(Self.path, #"{"status": "finished", \#(dates.body)}"#)
        #expect(read.status == (dates.kept == nil ? 422 : 201), "\(dates.body): \(read.text)")
        if let kept = dates.kept {
          #expect(names.map { read.object.text($0) } == kept, "\(dates.body)")
          let one = "\(Self.path)/\(read.object.text("id") ?? "")"
          #expect(try client.client.get(one).body == read.body)
          #expect(try client.client.delete(one).status == 204)
        } else {
          #expect(read.object.list("errors").map { $0.text("field") } == [dates.field], "\(dates.body)")
        }
        _ = try client.client.delete(Self.entry)
        // An entry that becomes finished without a finish is finished now.
        let isDated = dates.kept?[3] != nil || dates.kept == nil
        let entry = try client.client.put(Self.entry, #"{"status": "finished", \#(dates.body)}"#)
        #expect(entry.status == (dates.kept == nil ? 422 : 201), "\(dates.body): \(entry.text)")
        guard dates.kept != nil else { continue }
        if isDated { #expect(names.map { entry.object.text($0) } == dates.kept) }
        #expect(try client.client.delete(Self.entry).status == 204)
      }
    }

    @Test("Ratings are 0 to 5 in quarters, in reads and in entries")
    func ratings() throws {
      let client = try prepare(Stack())
      let id = try #require(try client.client.post(Self.path, #"{"status": "finished"}"#).object.text("id"))
      for path in ["\(Self.path)/\(id)", Self.entry] {
        for quarter in 0...20 {
          let rating = Double(quarter) / 4
          let response = try client.client.patch(path, "{\"rating\": \(rating)}")
          #expect(response.object.number("rating") == rating)
        }
        for rating in ["-0.25", "5.25", "0.1", "4.99", "\"4\""] {
          let response = try client.client.patch(path, "{\"rating\": \(rating)}")
          #expect(response.status == 422 && response.object.list("errors").map { $0.text("field") } == ["rating"])
        }
        #expect(try client.client.patch(path, #"{"rating": null}"#).object["rating"] is NSNull)
      }
    }

    /// Keeps the stack running.
    private struct Prepared {
      let stack: Stack
      let client: HTTPClient
    }

    private func prepare(_ stack: Stack, zone: String = "UTC") throws -> Prepared {
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/profile", #"{"timezone": "\#(zone)"}"#)
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune", "pageCount": 600}"#)
      return Prepared(stack: stack, client: client)
    }

    private func add(_ client: HTTPClient, _ members: String) throws -> String {
      let response = try client.post(Self.path, "{\(members)}")
      #expect(response.status == 201, "\(response.text)")
      return try #require(response.object.text("id"))
    }

    private func session(_ client: HTTPClient, _ day: String) throws {
      let session = FullAccount.session("dune", day, pages: 0...10)
      #expect(try client.post("/api/v1/reading/sessions", session).status == 201)
    }

    private func counts(_ client: HTTPClient) throws -> [String: Double] {
      let items = try client.get(Self.path).object.list("items")
      return Dictionary(
        items.map {
          ($0.text("status") == "reading" ? "open" : $0.text("finishedOn") ?? "?", $0.number("sessionCount") ?? -1)
        },
        uniquingKeysWith: { $1 })
    }

    @Test("A session belongs to the first read that finished after it, then to the open one, then to the last one")
    func owners() throws {
      let prepared = try prepare(Stack())
      let client = prepared.client
      for day in [
        "2018-01-01", "2019-05-31", "2019-06-01", "2020-12-31", "2021-01-01", "2022-01-01", "2026-02-01",
      ] {
        try session(client, day)
      }
      let first = try add(client, #""status": "finished", "rating": 1"#)
      let second = try add(client, #""status": "abandoned", "rating": 2"#)
      // All finishes are unknown: the last read owns all sessions.
      let unknown = try client.get(Self.path).object.list("items")
      #expect(Set(unknown.compactMap { $0.text("id") }) == [first, second])
      #expect(unknown.map { $0.number("sessionCount") } == [0, 7])
      _ = try add(client, #""status": "finished", "finishedOn": "2019-05""#)
      _ = try add(client, #""status": "finished", "finishedOn": "2020""#)
      let last = try add(client, #""status": "abandoned", "finishedOn": "2022-01-01""#)
      #expect(try counts(client) == ["?": 0, "2019-05": 2, "2020": 2, "2022-01-01": 3])
      let open = try add(client, #""status": "reading""#)
      #expect(try counts(client) == ["?": 0, "2019-05": 2, "2020": 2, "2022-01-01": 2, "open": 1])
      // The figures of the entry cover all reads, except the pace.
      let entry = try client.get(Self.entry).object
      #expect(entry.number("sessionCount") == 7 && entry.number("totalReadingMinutes") == 350)
      #expect(entry.number("averageReadingPace") == 12 && entry.number("readCount") == 3)
      #expect(try client.patch("\(Self.path)/\(last)", #"{"finishedOn": "2021-12-31"}"#).status == 200)
      #expect(try counts(client)["open"] == 2)
      #expect(try client.delete("\(Self.path)/\(open)").status == 204)
      #expect(try counts(client) == ["?": 0, "2019-05": 2, "2020": 2, "2021-12-31": 3])
      #expect(try prepared.stack.command("verify").code == 0)
    }

    @Test("Reads are in the order of their finish: unknown ones first, partial ones by their end, the open one last")
    func order() throws {
      let prepared = try prepare(Stack())
      let client = prepared.client
      _ = try add(client, #""status": "reading""#)
      let finishes = ["2020-12-31", "2020-06", "2021", "2020-06-29", "2019"]
      for finish in finishes { _ = try add(client, #""status": "finished", "finishedOn": "\#(finish)""#) }
      _ = try add(client, #""status": "finished""#)
      // Equal finishes are in the order of their starts.
      let later = try add(client, #""status": "finished", "startedOn": "2020-08", "finishedOn": "2020-12-31""#)
      let items = try client.get(Self.path).object.list("items")
      #expect(
        items.map { $0.text("finishedOn") } == [
          nil, "2019", "2020-06-29", "2020-06", "2020-12-31", "2020-12-31", "2021", nil,
        ])
      #expect(items.last?.text("status") == "reading" && items[5].text("id") == later)
      let reads = try client.get("/api/v1/reads").object.list("items")
      #expect(
        reads.map { $0.text("finishedOn") } == [
          "2021", "2020-12-31", "2020-12-31", "2020-06", "2020-06-29", "2019", nil,
        ])
      // A partial date is in a range only with all of its days.
      for (range, count) in [
        ("from=2020-06-01&to=2020-06-30", 2), ("from=2020-06-02&to=2020-06-30", 1),
        ("from=2021-01-01&to=2021-12-31", 1),
        ("from=2021-01-01&to=2021-12-30", 0), ("from=2020-01-01&to=2021-12-31", 5), ("year=2020", 4),
      ] {
        #expect(try client.get("/api/v1/reads?\(range)").object.list("items").count == count, "\(range)")
      }
      #expect(try client.get("/api/v1/reads?from=2021-01-02&to=2021-01-01").object.list("items").isEmpty)
      for wrong in ["year=0", "year=x", "from=2020-02-30", "to=2020-02"] {
        #expect(try client.get("/api/v1/reads?\(wrong)").status == 400, "\(wrong)")
      }
    }

    @Test("The status of an entry begins, continues, closes and abandons reads")
    func statuses() throws {
      let prepared = try prepare(Stack())
      let client = prepared.client
      func entry(_ body: String) throws -> [String: Any] {
        let response = try client.patch(Self.entry, body)
        #expect(response.status == 200, "\(response.text)")
        return response.object
      }
      func statuses() throws -> [String?] { try client.get(Self.path).object.list("items").map { $0.text("status") } }
      // An entry without reads keeps its values and gives them to its first read.
      #expect(try client.put(Self.entry, #"{"status": "wantToRead", "rating": 3, "startedOn": "2020"}"#).status == 201)
      #expect(try statuses() == [])
      var found = try entry(#"{"status": "reading"}"#)
      #expect(found.text("startedOn") == "2020" && found.number("rating") == 3)
      #expect(try statuses() == ["reading"])
      // It continues the open read.
      found = try entry(#"{"status": "reading", "currentPage": 9, "startedAt": "2026-01-01T00:00:00Z"}"#)
      #expect(found.number("currentPage") == 9 && found.text("startedOn") == "2026-01-01")
      #expect(try statuses() == ["reading"])
      // Without sessions the open read is removed.
      found = try entry(#"{"status": "wantToRead"}"#)
      #expect(found.number("rating") == 3 && found.text("startedOn") == "2026-01-01")
      #expect(try statuses() == [])
      // With sessions it is abandoned now, and the entry still has its values.
      _ = try entry(#"{"status": "reading"}"#)
      try session(client, "2026-01-02")
      found = try entry(#"{"status": "wantToRead"}"#)
      #expect(found.text("status") == "wantToRead" && found.number("rating") == 3 && found.number("readCount") == 0)
      #expect(found.text("startedOn") == "2026-01-01" && found.text("finishedAt") != nil)
      #expect(try statuses() == ["abandoned"])
      // A wanted work that is finished gets a read, and the earlier one stays.
      found = try entry(#"{"status": "finished", "finishedOn": "2020-03"}"#)
      #expect(found.number("readCount") == 1)
      #expect(try statuses() == ["finished", "abandoned"])
      // A new read has no values of the earlier one, and starts on page 0.
      found = try entry(#"{"status": "reading"}"#)
      #expect(found["rating"] is NSNull && found["startedAt"] is NSNull && found.number("currentPage") == 0)
      #expect(try statuses() == ["finished", "abandoned", "reading"])
      found = try entry(#"{"status": "abandoned", "finishedOn": "2999"}"#)
      #expect(found["finishedAt"] is NSNull && found.text("finishedOn") == "2999")
      // The latest read is changed, to finished and back.
      found = try entry(#"{"status": "finished", "finishedOn": "2999"}"#)
      #expect(found.number("readCount") == 2 && found.text("finishedOn") == "2999")
      found = try entry(#"{"status": "abandoned"}"#)
      #expect(found.number("readCount") == 1 && found.text("finishedOn") == "2999")
      // A new read begins where the body says.
      found = try entry(#"{"status": "reading", "startedOn": "2026-02", "currentPage": 30}"#)
      #expect(found.text("startedOn") == "2026-02" && found.number("currentPage") == 30)
      #expect(try client.post(Self.path, #"{"status": "reading"}"#).status == 409)
      // Wrong members come before conflicts.
      #expect(try client.post(Self.path, #"{"status": "reading", "rating": 9}"#).status == 422)
      // Deleting the entry deletes the reads, and the sessions stay.
      #expect(try client.delete(Self.entry).status == 204)
      #expect(try client.get(Self.path).status == 404 && client.get("/api/v1/reads").object.list("items").isEmpty)
      #expect(try client.get("/api/v1/reading/sessions?workId=dune").object.list("items").count == 1)
      #expect(try client.put(Self.entry, #"{"status": "reading"}"#).object.number("sessionCount") == 1)
      #expect(try prepared.stack.command("verify").code == 0)
    }

    @Test("A read that is open is edited although an app has sent its entry with an earlier finish")
    func openWithFinish() throws {
      let client = try prepare(Stack())
      let whole = #"{"status": "reading", "finishedOn": "2020", "currentPage": 3}"#
      #expect(try client.client.put(Self.entry, whole).status == 201)
      let items = try client.client.get(Self.path).object.list("items")
      let one = "\(Self.path)/\(try #require(items.first?.text("id")))"
      let edited = try client.client.patch(one, #"{"rating": 2, "note": "Slow.", "startedOn": "2024"}"#)
      #expect(edited.status == 200 && edited.object.number("rating") == 2, "\(edited.text)")
      #expect(try client.client.patch(one, #"{"finishedOn": "2021"}"#).status == 422)
      #expect(try client.client.get("/api/v1/reads").object.list("items").isEmpty)
      #expect(try client.client.patch(one, #"{"finishedOn": null}"#).object["finishedOn"] is NSNull)
    }
  }
}
