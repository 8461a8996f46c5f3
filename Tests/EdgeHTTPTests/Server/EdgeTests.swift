import API
import Chronology
import Domain
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

private struct Made: Encodable, Sendable {
  var created: Bool
  var replayed: Bool
  var value: [String: Int]
}

private let summary = ListeningSummary(
  totalStories: 2, totalListeningTime: 90.5, totalPlayCount: 3, currentStreak: 1, longestStreak: 4, favoriteCount: 0,
  lastActivityDate: Instant(seconds: 1_763_632_800))

@Suite struct EdgeTests {
  let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply("stats.summary", summary)
    edge.service.reply("session.record", Made(created: true, replayed: false, value: ["id": 1]))
    edge.service.reply("hero.delete", Nothing())
  }

  @Test("A read is JSON with an ETag and a request ID")
  func read() throws {
    let response = try edge.send("GET", "/api/v1/analytics/summary", fields: ["X-Request-Id: abc-1"])
    #expect(response.status == 200)
    #expect(
      response.body == """
        {"totalStories":2,"totalListeningTime":90.5,"totalPlayCount":3,"currentStreak":1,"longestStreak":4,\
        "favoriteCount":0,"lastActivityDate":"2025-11-20T10:00:00Z"}
        """)
    #expect(response.fields["content-type"] == "application/json")
    #expect(response.fields["cache-control"] == "private, max-age=300")
    #expect(response.fields["vary"] == "Authorization")
    #expect(response.fields["x-request-id"] == "abc-1")
    #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
    let tag = try #require(response.fields["etag"])
    let head = try edge.send("HEAD", "/api/v1/analytics/summary")
    #expect(head.fields["content-length"] == String(response.body.utf8.count))
    #expect(head.fields["etag"] == tag)
    for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let same = try edge.send("GET", "/api/v1/analytics/summary", fields: ["If-None-Match: \(field)"])
      #expect(same.status == 304 && same.body.isEmpty && same.fields["etag"] == tag, "\(field)")
      #expect(same.fields["cache-control"] == "private, max-age=300")
    }
    for field in ["\"x\"", "", tag.replacingOccurrences(of: "\"", with: "")] {
      #expect(try edge.send("GET", "/api/v1/analytics/summary", fields: ["If-None-Match: \(field)"]).status == 200)
    }
    let call = try #require(edge.service.calls("stats.summary").first)
    #expect(call.meta.user == "ada" && call.argument == [0xA0])
  }

  @Test(
    "Credentials are checked before anything else",
    arguments: [
      ("GET", "/api/v1/analytics/summary"), ("GET", "/api/v1/nothing"), ("POST", "/api/v1/analytics/summary"),
      ("GET", "/api/v1"), ("GET", "/api/v1/"), ("GET", "/%61pi/v1/x"), ("OPTIONS", "/api/v1/profile"),
      ("BREW", "/api/v1/profile"), ("POST", "/api/v1/analytics/sessions"),
    ])
  func credentialsFirst(verb: String, path: String) throws {
    for token in [nil, "wm_unknown", "nonsense"] {
      let response = try edge.send(verb, path, token: token)
      #expect(response.status == 401)
      #expect(response.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
      #expect(response.fields["content-type"] == "application/problem+json")
      #expect(response.json?["status"] as? Int == 401)
    }
    #expect(try edge.send(verb, path, token: nil, fields: ["Authorization: Basic eDp5"]).status == 401)
  }

  @Test(
    "Path, method, scope and body are checked in this order after the credentials",
    arguments: [
      ("GET", "/api/v1/nothing", "wm_rw", [], nil, 404), ("GET", "/api/v1", "wm_rw", [], nil, 404),
      ("GET", "/api/v1/heroes/", "wm_rw", [], nil, 404), ("GET", "/api/v1//heroes", "wm_rw", [], nil, 404),
      ("POST", "/api/v1/heroes", "wm_r", [], nil, 405), ("DELETE", "/api/v1/analytics/summary", "wm_rw", [], nil, 405),
      ("GET", "/api/v1/analytics/summary", "wm_w", [], nil, 403),
      ("HEAD", "/api/v1/analytics/summary", "wm_w", [], nil, 403),
      ("POST", "/api/v1/analytics/sessions", "wm_r", [], "{}", 403),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", [], nil, 411),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", ["Content-Type: text/plain"], "{}", 415),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", ["Content-Type: application/json; charset=latin1"], "{}", 415),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", ["Content-Encoding: gzip"], "{}", 415),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", ["Idempotency-Key: a b"], "{}", 400),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", ["Idempotency-Key:"], "{}", 400),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", [], "", 400),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", [], "{", 400),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", [], "{\"a\":1e400}", 400),
      ("POST", "/api/v1/analytics/sessions", "wm_rw", [], "[]", 422),
      ("GET", "/api/v1/heroes/a%20b", "wm_rw", [], nil, 422), ("GET", "/api/v1/heroes/..", "wm_rw", [], nil, 422),
      ("GET", "/api/v1/heroes/a%2Fb", "wm_rw", [], nil, 422), ("GET", "/api/v1/heroes/%zz", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?limit=0", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?limit=201", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?limit=a", "wm_rw", [], nil, 400), ("GET", "/api/v1/heroes?limit=", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?limit=1&limit=2", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?cursor=" + String(repeating: "a", count: 1_025), "wm_rw", [], nil, 400),
      ("GET", "/api/v1/search?q=", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/search?q=" + String(repeating: "a", count: 201), "wm_rw", [], nil, 400),
      ("GET", "/api/v1/search?q=a&limit=51", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/heroes?x=%z", "wm_rw", [], nil, 400), ("GET", "/api/v1/heroes?x=%ff", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/analytics/sessions?from=2026-02-30", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/analytics/sessions?storyId=a%20b", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/stories?favorite=1", "wm_rw", [], nil, 400),
      ("GET", "/api/v1/analytics/activity?range=decade", "wm_rw", [], nil, 400),
      ("GET", "/nothing", "wm_rw", [], nil, 404), ("POST", "/healthz", "wm_rw", [], "{}", 405),
    ] as [(String, String, String, [String], String?, Int)])
  func order(verb: String, path: String, token: String, fields: [String], body: String?, status: Int) throws {
    let response = try edge.send(verb, path, token: token, fields: fields, body: body)
    #expect(response.status == status, "\(verb) \(path): \(response.body)")
    guard verb != "HEAD" else { return }
    #expect(response.fields["content-type"] == "application/problem+json")
    #expect(response.json?["status"] as? Int == status)
    for member in ["type", "title", "detail"] { #expect(response.json?[member] is String) }
    #expect((response.json?["errors"] != nil) == (status == 422))
    #expect((response.fields["allow"] != nil) == (status == 405))
  }

  @Test("A write reports whether it created something and whether it is a replay")
  func write() throws {
    let body = #"{"storyId":"s","startedAt":"2026-11-20T10:00:00Z"}"#
    let path = "/api/v1/analytics/sessions"
    let made = try edge.send("POST", path + "?&", fields: ["Idempotency-Key: k!1"], body: body)
    #expect(made.status == 201 && made.body == #"{"id":1}"# && made.fields["idempotency-replayed"] == nil)
    let call = try #require(edge.service.calls("session.record").first)
    #expect(call.meta.key == "POST /api/v1/analytics/sessions?&\nk!1")
    #expect(call.meta.digest?.count == 32)
    edge.service.reply("session.record", Made(created: false, replayed: false, value: ["id": 1]))
    #expect(try edge.send("POST", path, body: body).status == 200)
    edge.service.reply("session.record", Made(created: true, replayed: true, value: ["id": 1]))
    let again = try edge.send("POST", path, fields: ["Idempotency-Key: k"], body: body)
    #expect(again.status == 201 && again.fields["idempotency-replayed"] == "true")
    let gone = try edge.send("DELETE", "/api/v1/heroes/h")
    #expect(gone.status == 204 && gone.body.isEmpty && gone.fields["content-length"] == nil)
  }

  @Test("The path overrides the body, and the trace is passed to the service")
  func overriding() throws {
    edge.service.reply("hero.put", Made(created: true, replayed: false, value: [:]))
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    _ = try edge.send(
      "PUT", "/api/v1/heroes/a%3Ab", fields: ["traceparent: \(trace)"], body: #"{"id":"evil","name":"Ada"}"#)
    let call = try #require(edge.service.calls("hero.put").first)
    #expect(try text(call.argument) == #"{"id":"a:b","name":"Ada"}"#)
    #expect(call.meta.trace == trace && call.meta.key == nil)
  }

  @Test(
    "An unknown query parameter is 400, and the problem names it",
    arguments: [
      ("GET", "/api/v1/heroes?limit=1&x=1", "x", nil), ("HEAD", "/api/v1/heroes?x", "x", nil),
      ("OPTIONS", "/api/v1/heroes?x=1", "x", nil), ("GET", "/api/v1/heroes?Limit=1", "Limit", nil),
      ("GET", "/api/v1/heroes?limit=1&x=2&x=3", "x", nil), ("GET", "/api/v1/heroes?=1", "", nil),
      ("GET", "/api/v1/heroes/a?id=b", "id", nil), ("DELETE", "/api/v1/heroes/h?force=true", "force", nil),
      ("PUT", "/api/v1/heroes/h?name=q", "name", "{}"), ("POST", "/api/v1/analytics/sessions?%22=", "\"", "[]"),
      ("GET", "/api/v1/analytics/summary?range=week", "range", nil),
      ("GET", "/api/v1/export?kind=works&%C3%A4", "ä", nil),
    ] as [(String, String, String, String?)])
  func unknownParameters(verb: String, path: String, name: String, body: String?) throws {
    let response = try edge.send(verb, path, body: body)
    #expect(response.status == 400)
    guard verb != "HEAD" else { return }
    #expect(response.json?["detail"] as? String == "the query parameter \(name) is not supported by this call")
    #expect(["hero.list", "hero.put", "hero.delete", "session.record"].allSatisfy { edge.service.calls($0).isEmpty })
  }

  @Test("Ignores empty parts of a query, and OPTIONS accepts the parameters of every call of its path")
  func emptyParts() throws {
    edge.service.reply("hero.list", ["items": [String]()])
    #expect(try edge.send("GET", "/api/v1/heroes?&&limit=5&").status == 200)
    #expect(try edge.send("OPTIONS", "/api/v1/heroes?limit=5&&cursor=a").status == 204)
  }

  @Test(
    "Each fault has its status and problem",
    arguments: [
      (Fault(.invalid, "no", fields: [Fault.Field(field: "a.b[1]", message: "m")]), 422), (Fault(.invalid, "no"), 422),
      (Fault(.invalid, "no", fields: [Fault.Field(field: "cursor", message: "m")]), 400), (Fault(.notFound, "no"), 404),
      (Fault(.conflict, "no", detail: RawCBOR(bytes: [0xA1, 0x61, 0x61, 0x01])), 409), (Fault(.overloaded, "no"), 503),
      (Fault(.unavailable, "no"), 503), (Fault(.deadlineExceeded, "no"), 503), (Fault(.internal, "secret"), 500),
      (Fault(.unknownMethod, "secret"), 500),
    ])
  func faults(fault: Fault, status: Int) throws {
    edge.service.fault("hero.list", fault)
    let response = try edge.send("GET", "/api/v1/heroes")
    #expect(response.status == status)
    #expect((response.fields["retry-after"] != nil) == (status == 503))
    #expect(!response.body.contains("secret"))
    if fault.detail != nil { #expect(response.json?["a"] as? Int == 1) }
    if status == 422, let field = fault.fields?.first {
      let errors = response.json?["errors"] as? [[String: String]]
      #expect(errors == [["field": field.field, "message": field.message]])
    }
  }

  @Test("Only the configured origins get a preflight response")
  func preflight() throws {
    let edge = try EdgeHarness(origins: ["https://app.example"])
    let asks = ["Access-Control-Request-Method: PUT"]
    let good = try edge.send(
      "OPTIONS", "/api/v1/profile", token: nil, fields: asks + ["Origin: https://app.example"])
    #expect(good.status == 204)
    #expect(good.fields["access-control-allow-origin"] == "https://app.example")
    #expect(good.fields["access-control-allow-methods"]?.contains("PUT") == true)
    let other = try edge.send("OPTIONS", "/api/v1/profile", token: nil, fields: asks + ["Origin: https://evil.example"])
    #expect(other.status == 401 && other.fields["access-control-allow-origin"] == nil)
    let plain = try edge.send("GET", "/api/v1/profile", token: nil, fields: ["Origin: https://app.example"])
    #expect(plain.status == 401 && plain.fields["access-control-allow-origin"] == "https://app.example")
    let options = try edge.send("OPTIONS", "/api/v1/stories/a/favorite")
    #expect(options.status == 204 && options.fields["allow"] == "PUT, DELETE, OPTIONS")
  }
}
