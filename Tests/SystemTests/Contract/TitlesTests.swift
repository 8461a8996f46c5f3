import Foundation
import Testing

extension SystemTests {
  /// Entries, reads and sessions have the title that their work or story has now.
  @Suite("Titles")
  struct TitlesTests {
    private static let spoken = """
      {"storyId": "audio", "startedAt": "2025-03-09T10:00:00Z", "endedAt": "2025-03-09T11:00:00Z", "completed": true}
      """
    private static let seen = """
      {"workId": "dune", "startedAt": "2025-03-01T10:00:00Z", "endedAt": "2025-03-01T11:00:00Z", "startPage": 0, \
      "endPage": 50}
      """

    /// The ids of a listening session, a reading session and a read of one work with a linked story.
    private struct Facts {
      let client: HTTPClient
      let listening: String
      let reading: String
      let read: String
      let heard: String

      init(_ client: HTTPClient) throws {
        self.client = client
        let work = #"{"title": "Dune", "authors": ["Frank Herbert"], "pageCount": 600}"#
        #expect(try client.put("/api/v1/works/dune", work).object.text("title") == "Dune")
        let story = #"{"title": "Dune, heard", "estimatedDuration": 3600, "workId": "dune"}"#
        #expect(try client.put("/api/v1/stories/audio", story).object.text("title") == "Dune, heard")
        let entry = try client.put("/api/v1/library/dune", #"{"status": "reading"}"#).object
        Self.expect(entry, "Dune", authors: ["Frank Herbert"], pages: 600)
        let spoken = try client.post("/api/v1/analytics/sessions", TitlesTests.spoken).object
        #expect(spoken.text("title") == "Dune, heard")
        let seen = try client.post("/api/v1/reading/sessions", TitlesTests.seen).object
        #expect(seen.text("title") == "Dune")
        let finished = #"{"status": "finished", "finishedOn": "2019"}"#
        let read = try client.post("/api/v1/library/dune/reads", finished).object
        Self.expect(read, "Dune", authors: ["Frank Herbert"])
        listening = try #require(spoken.text("id"))
        reading = try #require(seen.text("id"))
        self.read = try #require(read.text("id"))
        heard = "l-\(listening)"
      }

      func items(_ path: String) throws -> [[String: Any]] {
        let response = try client.get("/api/v1\(path)")
        #expect(response.status == 200, "\(path): \(response.text)")
        let exported = try JSONSerialization.jsonObject(with: response.body) as? [[String: Any]]
        return exported ?? response.object.list("items")
      }

      /// Expects the title in each list and object of listening sessions. Null is nil.
      func expectListening(_ title: String?) throws {
        let one = "/analytics/sessions/\(listening)"
        let same = #"{"completed": true}"#
        for object in [try client.get("/api/v1\(one)").object, try client.patch("/api/v1\(one)", same).object] {
          #expect(object.text("id") == listening && object.keys.contains("title") && object.text("title") == title)
        }
        for path in [
          "/analytics/sessions", "/analytics/sessions?storyId=audio",
          "/analytics/sessions?from=2025-03-09&to=2025-03-09", "/export?kind=listening&format=json",
        ] {
          let found = try items(path)
          #expect(found.map { $0.text("title") } == [title] && found[0].keys.contains("title"), "\(path)")
        }
        let rows = try client.get("/api/v1/export?kind=listening").text
        let cell = title.map { $0.contains(",") ? "\"\($0)\"" : $0 } ?? ""
        #expect(rows.contains("\r\n\(listening),audio,\(cell),2025-03-09T10:00:00Z,"), "\(rows)")
      }

      /// Expects the title in each list and object of reading sessions. Null is nil.
      func expectReading(_ title: String?) throws {
        let one = "/reading/sessions/\(reading)"
        let same = #"{"startPage": 0}"#
        for object in [try client.get("/api/v1\(one)").object, try client.patch("/api/v1\(one)", same).object] {
          #expect(object.text("id") == reading && object.keys.contains("title") && object.text("title") == title)
        }
        for path in [
          "/reading/sessions", "/reading/sessions?workId=dune", "/reading/sessions?from=2025-03-01&to=2025-03-01",
          "/export?kind=reading&format=json",
        ] {
          let found = try items(path)
          #expect(found.map { $0.text("title") } == [title] && found[0].keys.contains("title"), "\(path)")
        }
        let rows = try client.get("/api/v1/export?kind=reading").text
        #expect(rows.contains("\r\n\(reading),dune,\(title ?? ""),2025-03-01,"), "\(rows)")
      }

      /// Expects the work's members in each list and object of entries and reads.
      func expectLibrary(_ title: String, authors: [String], pages: Double?) throws {
        Self.expect(try client.get("/api/v1/library/dune").object, title, authors: authors, pages: pages)
        Self.expect(try client.patch("/api/v1/library/dune", "{}").object, title, authors: authors, pages: pages)
        for path in ["/library", "/library?status=reading", "/library?sort=-added", "/library?limit=1"] {
          let found = try items(path)
          #expect(found.count == 1, "\(path)")
          for entry in found { Self.expect(entry, title, authors: authors, pages: pages) }
        }
        for id in [read, heard] {
          let one = "/api/v1/library/dune/reads/\(id)"
          Self.expect(try client.get(one).object, title, authors: authors)
          Self.expect(try client.patch(one, #"{"note": null}"#).object, title, authors: authors)
        }
        for (path, count) in [("/library/dune/reads", 3), ("/reads", 2), ("/reads?year=2019", 1)] {
          let found = try items(path)
          #expect(found.count == count, "\(path)")
          for read in found { Self.expect(read, title, authors: authors) }
        }
        let exported = try items("/export?kind=reads&format=json")
        #expect(exported.count == 3 && exported.allSatisfy { $0.text("title") == title })
        let works = try items("/export?kind=works&format=json")
        #expect(works.map { $0.text("title") } == [title] && works[0].number("pageCount") == pages)
      }

      private static func expect(
        _ object: [String: Any], _ title: String, authors: [String], pages: Double?
      ) {
        Self.expect(object, title, authors: authors)
        #expect(object.keys.contains("pageCount") && object.number("pageCount") == pages)
      }

      private static func expect(_ object: [String: Any], _ title: String, authors: [String]) {
        #expect(object.text("title") == title && object["authors"] as? [String] == authors, "\(object)")
      }
    }

    @Test("Entries, reads and sessions show a changed title everywhere, also to a client that kept the old responses")
    func changed() throws {
      let stack = try Stack()
      let facts = try Facts(stack.client(user: "ada"))
      let client = facts.client
      try facts.expectLibrary("Dune", authors: ["Frank Herbert"], pages: 600)
      try facts.expectReading("Dune")
      try facts.expectListening("Dune, heard")
      let kept = "/api/v1/analytics/sessions"
      let tag = try #require(try client.get(kept).headers["etag"])

      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune II", "authors": ["F. H.", "B. H."]}"#)
      try facts.expectLibrary("Dune II", authors: ["F. H.", "B. H."], pages: nil)
      try facts.expectReading("Dune II")
      // The title of a story does not follow that of its work.
      try facts.expectListening("Dune, heard")
      #expect(try client.get(kept, headers: ["If-None-Match": tag]).status == 304)
      _ = try client.put("/api/v1/stories/audio", #"{"title": "Heard", "estimatedDuration": 3600}"#)
      try facts.expectListening("Heard")
      #expect(try client.get(kept, headers: ["If-None-Match": tag]).status == 200)
      try facts.expectLibrary("Dune II", authors: ["F. H.", "B. H."], pages: nil)
      for (path, name, body, title) in [
        ("/analytics/sessions", "sessions", Self.spoken, "Heard"),
        ("/reading/sessions", "sessions", Self.seen, "Dune II"),
      ] {
        #expect(try client.post("/api/v1\(path)", body).object.text("title") == title)
        let batch = try client.post("/api/v1\(path)/batch", "{\"\(name)\": [\(body)]}").object.list("results")
        #expect(batch.map { $0.object("session").text("title") } == [title])
      }
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Sessions of a deleted work or story have a null title, and the new title if it is created again")
    func deleted() throws {
      let stack = try Stack()
      let facts = try Facts(stack.client(user: "ada"))
      let client = facts.client
      #expect(try client.delete("/api/v1/stories/audio").status == 204)
      try facts.expectListening(nil)
      try facts.expectReading("Dune")
      #expect(try client.post("/api/v1/analytics/sessions", Self.spoken).status == 422)
      #expect(try client.delete("/api/v1/works/dune").status == 204)
      try facts.expectReading(nil)
      #expect(try client.post("/api/v1/reading/sessions", Self.seen).status == 422)
      #expect(try client.get("/api/v1/library/dune").status == 404)
      #expect(try client.get("/api/v1/library/dune/reads").status == 404)
      for path in ["/library", "/reads", "/export?kind=reads&format=json"] {
        #expect(try facts.items(path).isEmpty, "\(path)")
      }
      // Figures that name a story or a book leave out those that were deleted.
      #expect(try client.get("/api/v1/analytics/insights").object["mostListenedStory"] is NSNull)
      let listening = try client.get("/api/v1/review/2025").object.object("listening")
      #expect(listening.number("plays") == 1 && listening["topStory"] is NSNull)

      _ = try client.put("/api/v1/works/dune", #"{"title": "Arrakis"}"#)
      _ = try client.put("/api/v1/stories/audio", #"{"title": "Spoken", "estimatedDuration": 3600}"#)
      try facts.expectReading("Arrakis")
      try facts.expectListening("Spoken")
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Reads from listening have the title of the work that the story is linked to, and sessions that of the story")
    func linked() throws {
      let stack = try Stack()
      let facts = try Facts(stack.client(user: "ada"))
      let client = facts.client
      _ = try client.put("/api/v1/works/emma", #"{"title": "Emma", "authors": ["Jane Austen"], "pageCount": 400}"#)
      _ = try client.put(
        "/api/v1/stories/audio", #"{"title": "Dune, heard", "estimatedDuration": 3600, "workId": "emma"}"#)
      try facts.expectListening("Dune, heard")
      #expect(try client.get("/api/v1/library/dune/reads/\(facts.heard)").status == 404)
      let read = try client.get("/api/v1/library/emma/reads/\(facts.heard)").object
      #expect(read.text("title") == "Emma" && read["authors"] as? [String] == ["Jane Austen"])
      let entry = try client.get("/api/v1/library/emma").object
      #expect(entry.text("title") == "Emma" && entry.number("pageCount") == 400)
      let year = try facts.items("/reads?year=2025")
      #expect(year.map { $0.text("title") } == ["Emma"] && year[0].text("workId") == "emma")
      #expect(try client.get("/api/v1/library/dune").object.number("readCount") == 1)
    }

    @Test("A running timer keeps its members when its work gets another title, and its session has the new one")
    func timer() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune"}"#)
      _ = try client.put("/api/v1/library/dune", #"{"status": "reading"}"#)
      let members = ["elapsedSeconds", "sessionId", "startPage", "startedAt", "workId"]
      let started = try client.post("/api/v1/reading/timer", #"{"workId": "dune", "startPage": 3}"#)
      #expect(started.status == 201 && started.object.keys.sorted() == members)
      _ = try client.put("/api/v1/works/dune", #"{"title": "Dune II"}"#)
      let active = try client.get("/api/v1/reading/timer").object.object("active")
      #expect(active.keys.sorted() == members && active.text("workId") == "dune" && active.number("startPage") == 3)
      #expect(active.text("sessionId") == started.object.text("sessionId"))
      let session = try client.post("/api/v1/reading/timer/stop", #"{"endPage": 9}"#).object.object("session")
      #expect(session.text("title") == "Dune II" && session.text("id") == active.text("sessionId"))
      // The timer ends with its work.
      #expect(try client.post("/api/v1/reading/timer", #"{"workId": "dune"}"#).status == 201)
      #expect(try client.delete("/api/v1/works/dune").status == 204)
      #expect(try client.get("/api/v1/reading/timer").object["active"] is NSNull)
      let left = try client.get("/api/v1/reading/sessions").object.list("items")
      #expect(left.count == 1 && left[0]["title"] is NSNull)
    }
  }
}
