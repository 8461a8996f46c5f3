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
      let answer = try shelf.client.post("/api/v1/shares", body)
      #expect(answer.status == 201, "\(answer.text)")
      let url = try #require(answer.object.text("url"))
      let origin = "http://127.0.0.1:\(stack.port)"
      #expect(url.hasPrefix(origin + "/s/") && url.hasSuffix(".svg"))
      return (try #require(answer.object.text("id")), String(url.dropFirst(origin.count).dropLast(4)))
    }

    @Test("A picture lives on behind its link, and ends with it")
    func live() throws {
      let link = try share(#"{"picture": "radar", "theme": "light"}"#)
      let empty = try visitor.get(link.path + ".svg")
      #expect(empty.status == 200 && empty.headers["content-type"] == "image/svg+xml")
      #expect(empty.headers["cache-control"] == "public, max-age=300" && empty.headers["vary"] == nil)
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
      "A badge is what badge services read, of every figure",
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
      "Every picture can be shared, and is the one that its user sees",
      arguments: [
        ("radar", "", "diversity/radar.svg"), ("activity", #""range": "year""#, "analytics/activity.svg?range=year"),
        ("activity", "", "analytics/activity.svg"), ("timeline", "", "insights/timeline.svg"),
        ("rings", "", "insights/rings.svg"), ("rucks", "", "rucks/weekly.svg"),
        ("achievement", #""achievement": "first-steps""#, "achievements/first-steps.svg"),
        ("review", #""year": 2026"#, "review/2026.svg"),
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

    @Test("An expired link, a deleted one and one that never was are alike")
    func gone() throws {
      let soon = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 2))
      let expiring = try share(#"{"picture": "radar", "expiresAt": "\#(soon)"}"#)
      let deleted = try share(#"{"picture": "radar"}"#)
      #expect(try shelf.client.delete("/api/v1/shares/\(deleted.id)").status == 204)
      _ = try found(within: 10, "the link has expired") {
        try visitor.get(expiring.path + ".svg").status == 404 ? true : nil
      }
      let answers = try [expiring.path, deleted.path, "/s/AAAAAAAAAAAAAAAAAAAAAA"].map {
        try visitor.get($0 + ".svg")
      }
      #expect(answers.allSatisfy { $0.status == 404 } && Set(answers.map(\.text)).count == 1)
    }

    @Test("What is wrong with a link is named, and another's links are nobody's")
    func refusals() throws {
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

    @Test("A retry with its key gives the same link again, and makes no other")
    func retried() throws {
      let body = #"{"picture": "radar"}"#
      let first = try shelf.client.post("/api/v1/shares", body, headers: ["Idempotency-Key": "k1"])
      let again = try shelf.client.post("/api/v1/shares", body, headers: ["Idempotency-Key": "k1"])
      #expect(again.status == 201 && again.headers["idempotency-replayed"] == "true" && again.text == first.text)
      #expect(try shelf.client.get("/api/v1/shares").object.list("items").count == 1)
    }
  }
}
