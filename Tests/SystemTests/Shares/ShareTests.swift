import Foundation
import Testing

extension SystemTests {
  @Suite("Public links")
  struct ShareTests {
    private let stack: Stack
    private let shelf: Bookshelf
    private let visitor: HTTPClient

    init() throws {
      stack = try Stack()
      shelf = try Bookshelf(stack)
      visitor = HTTPClient(port: stack.port)
    }

    private func share(_ body: String) throws -> (id: String, path: String) {
      let response = try shelf.client.post("/api/v1/shares", body)
      #expect(response.status == 201, "\(response.text)")
      let url = try #require(response.object.text("url"))
      let origin = "http://127.0.0.1:\(stack.port)"
      #expect(url.hasPrefix(origin + "/s/") && url.hasSuffix(".svg"))
      return (try #require(response.object.text("id")), String(url.dropFirst(origin.count).dropLast(4)))
    }

    @Test("A link shows the current picture until it is deleted")
    func live() throws {
      let link = try share(#"{"picture": "radar", "theme": "light"}"#)
      let empty = try visitor.get(link.path + ".svg")
      #expect(empty.status == 200 && empty.headers["content-type"] == "image/svg+xml")
      #expect(empty.headers["cache-control"] == "public, max-age=300" && empty.headers["vary"] == "Accept-Language")
      #expect(empty.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'")
      #expect(empty.headers["x-content-type-options"] == "nosniff")
      #expect(empty.headers["access-control-allow-origin"] == "*")
      let tag = try #require(empty.headers["etag"])
      #expect(try visitor.get(link.path + ".svg", headers: ["If-None-Match": tag]).status == 304)
      try shelf.finish("a", culture: "African")
      let fuller = try visitor.get(link.path + ".svg", headers: ["If-None-Match": tag])
      #expect(fuller.status == 200 && fuller.text != empty.text && fuller.headers["etag"] != tag)
      let page = try shelf.client.get("/api/v1/diversity/radar.svg?theme=light")
      #expect(page.text == fuller.text)
      let figures = try visitor.get(link.path + ".json").object
      #expect(figures.number("schemaVersion") == 1 && figures.object("figures").list("axes").count == 7)
      let listed = try shelf.client.get("/api/v1/shares")
      #expect(listed.object.list("items").map { $0.text("id") } == [link.id])
      #expect(!listed.text.contains(link.path.dropFirst(3)))
      #expect(try shelf.client.delete("/api/v1/shares/\(link.id)").status == 204)
      for ending in [".svg", ".json"] { #expect(try visitor.get(link.path + ending).status == 404) }
      #expect(try shelf.client.delete("/api/v1/shares/\(link.id)").status == 404)
    }

    @Test(
      "A badge of every metric has the form that badge services read",
      arguments: [
        ("streak", "streak", "1 day"), ("minutesToday", "today", "0 min"), ("minutesThisWeek", "this week", "0 min"),
        ("booksThisYear", "books this year", "2"), ("rucksThisWeek", "rucks this week", "0"),
        ("distanceThisWeek", "distance this week", "0 km"), ("completion", "completion", "10%"),
      ])
    func badges(metric: String, label: String, message: String) throws {
      let link = try share(#"{"picture": "badge", "options": {"metric": "\#(metric)"}}"#)
      try shelf.finish("a", culture: "African")
      try shelf.finish("b")
      try shelf.read(daysAgo: 0)
      let badge = try visitor.get(link.path + ".json")
      #expect(badge.status == 200 && badge.headers["content-type"] == "application/json", "\(badge.text)")
      #expect(Set(badge.object.keys) == ["schemaVersion", "label", "message", "color"])
      #expect(badge.object.text("label") == label && badge.object.text("message") == message, "\(badge.text)")
    }

    @Test(
      "Every picture can be shared and equals the user's own",
      arguments: [
        ("radar", "", "diversity/radar.svg"), ("activity", #""range": "year""#, "analytics/activity.svg?range=year"),
        ("activity", "", "analytics/activity.svg"), ("timeline", "", "insights/timeline.svg"),
        ("rings", "", "insights/rings.svg"), ("rucks", "", "rucks/weekly.svg"),
        ("achievement", #""achievement": "first-steps""#, "achievements/first-steps.svg"),
        ("review", #""year": 2026"#, "review/2026.svg"),
        ("review", #""year": 2026, "month": 11"#, "review/2026-11.svg"),
      ])
    func every(picture: String, options: String, path: String) throws {
      let link = try share(#"{"picture": "\#(picture)", "options": {\#(options)}}"#)
      try shelf.finish("a", culture: "African")
      let shown = try visitor.get(link.path + ".svg")
      let own = try shelf.client.get("/api/v1/\(path)")
      #expect(shown.status == 200 && shown.text == own.text)
      let figures = try visitor.get(link.path + ".json").object
      #expect(Set(figures.keys) == ["schemaVersion", "label", "message", "color", "figures"])
    }

    /// An expired, a deleted and an unknown link.
    private func gone() throws -> [String] {
      let deleted = try share(#"{"picture": "radar"}"#)
      let expiring = try found("a link that is shown before it expires") { () -> (id: String, path: String)? in
        let soon = Date(timeIntervalSinceNow: 6)
        let link = try share(#"{"picture": "radar", "expiresAt": "\#(ISO8601DateFormatter().string(from: soon))"}"#)
        let statuses = try [link.path, deleted.path].map { try visitor.get($0 + ".svg").status }
        // The text has whole seconds. A slow machine may see the link after its end.
        guard Date() < soon - 1 else { return nil }
        #expect(statuses == [200, 200])
        return link
      }
      #expect(try shelf.client.delete("/api/v1/shares/\(deleted.id)").status == 204)
      try eventually("the link has expired") { try visitor.get(expiring.path + ".svg").status == 404 }
      return [expiring.path, deleted.path, "/s/AAAAAAAAAAAAAAAAAAAAAA"]
    }

    @Test("Expired, deleted and unknown links have identical responses")
    func alike() throws {
      let paths = try gone()
      for ending in [".svg", ".json"] {
        for verb in ["GET", "HEAD"] {
          let responses = try paths.map { path in
            var response = try visitor.send(verb, path + ending)
            #expect(response.headers.removeValue(forKey: "x-request-id") != nil)
            response.headers["date"] = nil
            return response
          }
          #expect(responses.allSatisfy { $0.status == 404 && $0.headers.count > 3 })
          #expect(Set(responses.map(\.headers)).count == 1 && Set(responses.map(\.body)).count == 1, "\(responses)")
        }
      }
    }

    @Test("Expired, deleted and unknown links take equally long")
    func measuresRejections() throws {
      let paths = try gone()
      var times = [[Double]](repeating: [], count: paths.count)
      for round in 0..<400 {
        // One address may request 60 unknown links a minute.
        let guest = HTTPClient(port: stack.port, source: "127.0.1.\(1 + round / 10)")
        for place in paths.indices.shuffled() {
          var status = 0
          times[place].append(try duration { status = try guest.get(paths[place] + ".svg").status })
          #expect(status == 404)
        }
      }
      for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        // With 400 equal samples, the ratio is farther than 0.1 from 0.5 once in a million runs.
        let share = rankShare(of: times[one], above: times[other])
        #expect(abs(share - 0.5) < 0.1, "\(paths[one]) and \(paths[other]): \(share)")
      }
    }

    @Test("Names invalid options of a link, and other users' links are 404")
    func rejections() throws {
      let wrong = try shelf.client.post(
        "/api/v1/shares", #"{"picture": "radar", "expiresAt": "2020-01-01T00:00:00Z", "options": {"year": 2026}}"#)
      #expect(wrong.status == 422)
      #expect(wrong.object.list("errors").map { $0.text("field") } == ["options.year", "expiresAt"])
      for body in [#"{"picture": "map"}"#, "{}", #"{"picture": "achievement"}"#, #"{"picture": "radar", "theme": 1}"#] {
        #expect(try shelf.client.post("/api/v1/shares", body).status == 422, "\(body)")
      }
      let link = try share(#"{"picture": "radar"}"#)
      #expect(try stack.client(user: "eve").delete("/api/v1/shares/\(link.id)").status == 404)
      #expect(try stack.client(user: "ada", scope: "read").post("/api/v1/shares", "{}").status == 403)
      #expect(try visitor.get(link.path + ".svg").status == 200)
    }

    @Test("A retry with its key returns the same link and creates no other")
    func retried() throws {
      let body = #"{"picture": "radar"}"#
      let first = try shelf.client.post("/api/v1/shares", body, headers: ["Idempotency-Key": "k1"])
      let again = try shelf.client.post("/api/v1/shares", body, headers: ["Idempotency-Key": "k1"])
      #expect(again.status == 201 && again.headers["idempotency-replayed"] == "true" && again.text == first.text)
      #expect(try shelf.client.get("/api/v1/shares").object.list("items").count == 1)
    }
  }
}
