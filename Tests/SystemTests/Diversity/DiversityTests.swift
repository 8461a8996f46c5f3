import Foundation
import Testing

extension SystemTests {
  @Suite("Diversity")
  struct DiversityTests {
    @Test("Describes the dimensions, and lists incomplete works, the most recently read first")
    func missing() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let dimensions = try book.client.get("/api/v1/diversity/dimensions")
      #expect(dimensions.headers["etag"] != nil)
      let named = dimensions.object.list("dimensions")
      #expect(named.count == 9 && named[0].text("dimension") == "culturalOrigin")
      #expect(named[0]["isCore"] as? Bool == true && named[5]["isDerived"] as? Bool == true)
      _ = try Book(book.client, "other")
      _ = try Book(book.client, "another")
      #expect(try book.log(day: 1, minutes: 30, from: 0, to: 10).status == 201)
      func missing(_ query: String = "") throws -> Response { try book.client.get("/api/v1/diversity/missing\(query)") }
      #expect(try missing().items.map { $0.text("workId") } == ["kindred", "another", "other"])
      #expect(try missing().items[0].text("title") == "Kindred")
      _ = try book.client.put("/api/v1/diversity/works/kindred/gender", #"{"value": "Female"}"#)
      #expect(
        try missing().items[0]["missing"] as? [String]
          == ["culturalOrigin", "translation", "ownVoices", "accessibility"])
      let first = try missing("?dimension=gender&limit=1")
      #expect(first.items.map { $0.text("workId") } == ["another"])
      let cursor = try #require(first.object.text("nextCursor"))
      let second = try missing("?dimension=gender&limit=1&cursor=\(cursor)")
      #expect(second.items.map { $0.text("workId") } == ["other"] && second.object["nextCursor"] is NSNull)
      #expect(try missing("?dimension=geography").status == 400)
      #expect(try missing("?cursor=abc").status == 400)
    }

    @Test("The next read of statistics, radar, completion and points includes an answer")
    func journey() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let prompt = try #require(try book.read(to: 40).prompt)
      #expect(prompt.text("dimension") == "culturalOrigin")
      #expect(prompt["skippable"] as? Bool == true)
      let options = try #require(prompt["options"] as? [[String: Any]])
      #expect(options.count == 10 && options.allSatisfy { $0.text("icon")?.isEmpty == false })
      let id = try #require(prompt.text("id"))
      #expect(try book.client.get("/api/v1/diversity/prompts").items.map { $0.text("id") } == [id])

      let answer = try book.answer(id, "North American")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.object.number("completionBefore") == 0 && answer.object.number("completionAfter") == 20)
      #expect(answer.object.number("pointsAwarded") == 5 && answer.object.number("curatorPoints") == 5)
      #expect(try book.statistics()["culturalOrigins"] as? [String: Int] == ["North American": 1])
      #expect(try book.completion().number("overall") == 20)
      #expect(try book.completion().number("curatorPoints") == 5)
      let radar = try book.client.get("/api/v1/diversity/radar").object
      let axes = try #require(radar["axes"] as? [[String: Any]])
      #expect(axes.count == 7)
      #expect(axes[0].text("description") == "Cultural Origin: 100% complete. North American: 1 book.")
      #expect(axes[1]["isGhost"] as? Bool == true && axes[1].text("description") == "Gender: 0% complete.")
      #expect(try book.client.get("/api/v1/diversity/prompts").items.isEmpty)
      let session = try book.client.get("/api/v1/reading/sessions/\(id)").object
      #expect(session["enrichmentCompleted"] as? Bool == true)
    }

    @Test("Skipping saves nothing, and an answered or skipped prompt rejects answers")
    func skip() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      #expect(try book.answer(id, "Martian").status == 422)
      #expect(try book.client.send("POST", "/api/v1/diversity/prompts/\(id)/skip").status == 204)
      #expect(try book.answer(id, "African").status == 409)
      #expect(try book.answer(id, "Martian").status == 422)
      #expect(try book.statistics().number("booksWithCulturalData") == 0)
      #expect(try book.completion().number("curatorPoints") == 0)
      // Within the same second, it would be the same session.
      let second = time(nil)
      try eventually("the next second") { time(nil) != second }
      let again = try #require(try book.read(to: 44).prompt?.text("id"))
      #expect(again != id)
      let key = ["Idempotency-Key": "answer-1"]
      let first = try book.answer(again, "African", headers: key)
      let retry = try book.answer(again, "African", headers: key)
      #expect(first.status == 200 && retry.status == 200 && first.body == retry.body)
      #expect(retry.headers["idempotency-replayed"] == "true")
      #expect(try book.answer(again, "African").status == 409)
      #expect(try book.answer("R00000000-0000000000000", "African").status == 404)
    }

    @Test("One of fifty concurrent answers wins five points; the others get a conflict")
    func race() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      let values = ["African", "Asian", "European"]
      let answers = try concurrently(50) { try book.answer(id, values[$0 % 3]) }
      #expect(answers.filter { $0.status == 200 }.count == 1)
      #expect(answers.filter { $0.status == 409 }.count == 49)
      let winner = try #require(answers.first { $0.status == 200 })
      let points = try book.client.get("/api/v1/diversity/points")
      #expect(points.object.number("curatorPoints") == 5 && points.items.count == 1)
      let origins = try book.statistics()["culturalOrigins"] as? [String: Int]
      #expect(origins == [winner.object.text("value") ?? "": 1])

      let puts = try concurrently(30) { index in
        try book.client.put(
          "/api/v1/diversity/works/kindred/gender", #"{"value": "\#(index % 2 == 0 ? "Female" : "Male")"}"#)
      }
      #expect(puts.allSatisfy { $0.status == 200 })
      #expect(puts.compactMap { $0.object.number("pointsAwarded") }.reduce(0, +) == 5)
      #expect(try book.completion().number("curatorPoints") == 10)
    }

    @Test("Sets, changes and clears values; each field gives points only once")
    func values() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      func put(_ dimension: String, _ value: String) throws -> Response {
        try book.client.put("/api/v1/diversity/works/kindred/\(dimension)", #"{"value": "\#(value)"}"#)
      }
      #expect(try put("gender", "Female").object.number("pointsAwarded") == 5)
      #expect(try put("gender", "Unknown").object.number("pointsAwarded") == 0)
      #expect(try put("geography", "North America").object.number("pointsAwarded") == 0)
      #expect(try book.client.delete("/api/v1/diversity/works/kindred/gender").status == 204)
      #expect(try book.client.delete("/api/v1/diversity/works/kindred/gender").status == 204)
      #expect(try put("gender", "Female").object.number("pointsAwarded") == 0)
      for rejected in [("timePeriod", "Classic"), ("language", "en"), ("colour", "red"), ("gender", "female")] {
        #expect(try put(rejected.0, rejected.1).status == 422, "\(rejected)")
      }
      let work = try book.client.get("/api/v1/diversity/works/kindred").object
      #expect(work["values"] as? [String: String] == ["gender": "Female", "geography": "North America"])
      #expect(work["missing"] as? [String] == ["culturalOrigin", "translation", "ownVoices", "accessibility"])
      #expect(try book.client.delete("/api/v1/works/kindred").status == 204)
      #expect(try book.client.get("/api/v1/diversity/works/kindred").status == 404)
      #expect(try book.statistics().number("totalBooks") == 0)
      _ = try Book(book.client)
      #expect(try put("gender", "Male").object.number("pointsAwarded") == 0)
      #expect(try book.completion().number("curatorPoints") == 5)
    }

    @Test(
      "A prompt is deleted with its work, its entry or its session",
      arguments: ["works/kindred", "library/kindred", ""])
    func promptEnds(path: String) throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      let gone = path.isEmpty ? "reading/sessions/\(id)" : path
      #expect(try book.client.delete("/api/v1/\(gone)").status == 204)
      #expect(try book.answer(id, "African").status == 404)
      #expect(try book.client.get("/api/v1/diversity/prompts").items.isEmpty)
      let kept = try book.client.get("/api/v1/reading/sessions").items.count
      #expect(kept == (path.isEmpty ? 0 : 1))
    }

    @Test("Responses are equal after the view is discarded and rebuilt")
    func rebuild() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      let id = try #require(try book.read(to: 40).prompt?.text("id"))
      #expect(try book.answer(id, "African").status == 200)
      _ = try book.read(to: 50)
      let paths = ["stats", "completion", "radar?period=month", "points", "prompts", "works/kindred"]
      let before = try paths.map { try book.client.get("/api/v1/diversity/\($0)").body }
      let rebuilt = try stack.command("rebuild", "diversity")
      #expect(rebuilt.code == 0, "\(rebuilt.errors)")
      try stack.replace()
      #expect(try paths.map { try book.client.get("/api/v1/diversity/\($0)").body } == before)
      let verified = try stack.command("verify")
      #expect(verified.code == 0, "\(verified.output) \(verified.errors)")
    }

    @Test("The radar accepts five to seven different axes")
    func axes() throws {
      let stack = try Stack()
      let book = try Book(try stack.client(user: "ada"))
      func status(_ axes: String) throws -> Int {
        try book.client.get("/api/v1/diversity/radar?axes=\(axes)").status
      }
      #expect(try status("gender,translation,ownVoices,accessibility,language") == 200)
      #expect(try status("gender,translation,ownVoices,accessibility") == 400)
      #expect(try status("gender,gender,translation,ownVoices,accessibility") == 400)
      #expect(try status("gender,translation,ownVoices,accessibility,colour") == 400)
      #expect(try book.client.get("/api/v1/diversity/stats?period=week").status == 400)
    }
  }
}
