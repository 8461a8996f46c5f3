import API
import ForeignServer
import Foundation
import Testing

extension SystemTests {
  @Suite("Idempotency keys")
  struct KeyTests {
    /// A call with its body, and another body for it; nil for a call without a body.
    private struct Post {
      var path: String
      var body: String?
      var other: String?
      var status: Int
    }

    /// Long enough to encrypt a token.
    private static let key = "7d1cf2a94be0436f8a1d52c3b7e6f908"

    private static let walk = """
      <gpx><trk><type>hiking</type><trkseg>
        <trkpt lat="0" lon="0"><time>2020-09-13T12:00:00Z</time></trkpt>
        <trkpt lat="0" lon="0.01"><time>2020-09-13T12:10:00Z</time></trkpt>
      </trkseg></trk></gpx>
      """

    /// A call for each endpoint by its path, in an order in which they succeed.
    private func posts(_ stack: Stack, _ client: HTTPClient) throws -> [(String, Post)] {
      #expect(try client.put("/api/v1/works/kindred", #"{"title": "Kindred", "pageCount": 200}"#).status == 201)
      #expect(try client.put("/api/v1/library/kindred", #"{"status": "reading"}"#).status == 201)
      #expect(try client.put("/api/v1/stories/sea", #"{"title": "Sea", "estimatedDuration": 600}"#).status == 201)
      let times = #""startedAt": "2026-03-01T20:00:00Z", "endedAt": "2026-03-01T20:30:00Z""#
      let later = #""startedAt": "2026-03-02T20:00:00Z", "endedAt": "2026-03-02T20:30:00Z""#
      func listening(_ times: String) -> String { "{\"storyId\": \"sea\", \(times), \"completed\": false}" }
      func reading(_ times: String) -> String {
        "{\"workId\": \"kindred\", \(times), \"startPage\": 1, \"endPage\": 9}"
      }
      func ruck(_ times: String) -> String { "{\(times), \"distance\": 5000, \"loadWeight\": 10}" }
      func many(_ name: String, _ item: String) -> String { "{\"\(name)\": [\(item)]}" }
      let made = try stack.command("sign-in", "--user", "ada").output
      let code = try #require(made.trimmingCharacters(in: .newlines).components(separatedBy: "/#code=").last)
      return [
        ("/analytics/sessions", .init(path: "", body: listening(times), other: listening(later), status: 201)),
        (
          "/analytics/sessions/batch",
          .init(path: "", body: many("sessions", listening(times)), other: many("sessions", ""), status: 200)
        ),
        ("/reading/sessions", .init(path: "", body: reading(times), other: reading(later), status: 201)),
        (
          "/reading/sessions/batch",
          .init(path: "", body: many("sessions", reading(times)), other: many("sessions", ""), status: 200)
        ),
        ("/rucks", .init(path: "", body: ruck(times), other: ruck(later), status: 201)),
        ("/rucks/batch", .init(path: "", body: many("rucks", ruck(times)), other: many("rucks", ""), status: 200)),
        ("/reading/timer", .init(path: "", body: #"{"workId": "kindred"}"#, other: #"{"workId": "x"}"#, status: 201)),
        ("/reading/timer/stop", .init(path: "", body: #"{"endPage": 20}"#, other: #"{"endPage": 21}"#, status: 200)),
        ("/tokens", .init(path: "", body: #"{"name": "a"}"#, other: #"{"name": "b"}"#, status: 201)),
        ("/shares", .init(path: "", body: #"{"picture": "rings"}"#, other: #"{"picture": "radar"}"#, status: 201)),
        (
          "/webhooks",
          .init(
            path: "", body: #"{"url": "https://a.example.org", "events": ["*"]}"#,
            other: #"{"url": "https://b.example.org", "events": ["*"]}"#, status: 201)
        ),
        ("/session", .init(path: "", body: "{\"code\": \"\(code)\"}", other: nil, status: 204)),
        ("/imports", .init(path: "?format=gpx", body: Self.walk, other: "<gpx></gpx>", status: 200)),
        ("/imports", .init(path: "?format=gpx&dryRun=true", body: Self.walk, other: "<gpx></gpx>", status: 200)),
      ]
    }

    private func send(_ client: HTTPClient, _ path: String, _ body: String?, _ key: String) throws -> Response {
      try client.send("POST", "/api/v1" + path, body, headers: ["Idempotency-Key": key])
    }

    private func check(_ client: HTTPClient, _ path: String, _ post: Post) throws {
      let first = try send(client, path + post.path, post.body, Self.key)
      #expect(first.status == post.status && first.headers["idempotency-replayed"] == nil, "\(path): \(first.text)")
      let again = try send(client, path + post.path, post.body, Self.key)
      #expect(again.status == first.status && again.body == first.body, "\(path): \(again.text)")
      #expect(again.headers["idempotency-replayed"] == "true", "\(path)")
      guard let other = post.other else { return }
      let rejected = try send(client, path + post.path, other, Self.key)
      #expect(rejected.status == 422 && rejected.text.contains("Idempotency-Key"), "\(path): \(rejected.text)")
    }

    @Test("Every POST repeats the first response of its key, even after kill -9 of every service")
    func all() throws {
      let stack = try Stack()
      let client = try stack.client(user: "ada")
      var rows = Set(Endpoints.all.filter { $0.verb == .post }.map(\.path))
      var sent: [(String, Post)] = []
      for (path, post) in try posts(stack, client) {
        try check(client, path, post)
        rows.remove(path)
        sent.append((path + post.path, post))
      }
      let match = Post(path: "", body: #"{"create": true}"#, other: #"{"workId": "kindred"}"#, status: 200)
      try check(client, "/matches/sea", match)
      rows.remove("/matches/{storyId}")
      sent.append(("/matches/sea", match))
      let read = Post(
        path: "", body: #"{"status": "abandoned", "finishedOn": "2020"}"#,
        other: #"{"status": "abandoned", "finishedOn": "2021"}"#, status: 201)
      try check(client, "/library/kindred/reads", read)
      rows.remove("/library/{workId}/reads")
      sent.append(("/library/kindred/reads", read))
      for (verb, body) in [("answer", #"{"value": "African"}"#), ("skip", nil)] {
        let book = try Book(client, "of-\(verb)")
        // Two calls within one second would be one session.
        let prompt = try found("a prompt") { try book.read(to: 40).prompt?.text("id") }
        let other = body.map { _ in #"{"value": "North American"}"# }
        let post = Post(path: "", body: body, other: other, status: body == nil ? 204 : 200)
        try check(client, "/diversity/prompts/\(prompt)/\(verb)", post)
        rows.remove("/diversity/prompts/{id}/\(verb)")
      }
      // A key has no effect on these calls. `PeopleTests` tries the keys of those that need an admin's browser.
      rows.subtract(["/setup", "/session/invitation", "/session/confirm", "/session/end-others"])
      rows.subtract(["/session/passkey", "/session/passkey/options", "/passkeys/options", "/passkeys"])
      rows.subtract(["/session/oidc/logout", "/session/app"])
      // Each call sends a test.
      rows.subtract(["/webhooks/{id}/test", "/connections/{id}/run"])
      let books = ForeignBooks()
      let server = ForeignServer { books.respond(to: $0) }
      let connection = Post(
        path: "", body: #"{"kind": "audiobookshelf", "url": "\#(server.url)", "secret": "\#(ForeignBooks.secret)"}"#,
        other: #"{"kind": "audiobookshelf", "url": "\#(server.url)/x", "secret": "\#(ForeignBooks.secret)"}"#,
        status: 201)
      try check(client, "/connections", connection)
      rows.remove("/connections")
      rows.subtract(["/people", "/people/{id}/invitation", "/invitations"])
      #expect(rows.isEmpty, "no key is tried at \(rows)")
      for name in ["session", "edge"] { try stack.kill9(name) }
      for (path, post) in sent where path != "/session" {
        let again = try found(path) {
          let answer = try send(client, path, post.body, Self.key)
          return answer.status == 503 ? nil : answer
        }
        #expect(again.status == post.status, "\(path): \(again.text)")
        #expect(again.headers["idempotency-replayed"] == "true", "\(path)")
      }
      #expect(try stack.command("verify").code == 0)
    }
  }
}
