import API
import Foundation
import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Reads of views at the edge")
struct ReadTests {
  private struct Value: Codable, Sendable {
    var number: Int
  }

  private static let path = "/api/v1/analytics/summary"
  private static let method = "stats.summary"

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply(Self.method, Value(number: 1))
  }

  private func stop(at seq: Int64, _ checksum: Int64 = 5) {
    edge.service.setHead(SessionAPI.Head(seq: seq, checksum: checksum))
  }

  private var calls: Int { edge.service.calls(Self.method).count }

  @Test("The head is requested for every read; the view is called once per head, with the head")
  func sameHead() throws {
    stop(at: 4)
    let first = try edge.send("GET", Self.path)
    #expect(first.status == 200 && first.body == #"{"number":1}"#)
    // A later reply of the view is not requested while nothing is written.
    edge.service.reply(Self.method, Value(number: 2))
    for _ in 0..<3 {
      let again = try edge.send("GET", Self.path)
      #expect(again.body == first.body)
      #expect(again.fields["etag"] == first.fields["etag"] && again.fields["vary"] == "Authorization")
      #expect(again.fields["cache-control"] == first.fields["cache-control"])
      #expect(again.fields["content-type"] == first.fields["content-type"])
    }
    #expect(edge.service.calls("journal.heads").count == 4)
    #expect(edge.service.calls(Self.method).map(\.meta.head) == [CallMeta.Head(seq: 4, checksum: 5)])
    stop(at: 5)
    #expect(try edge.send("GET", Self.path).body == #"{"number":2}"#)
    stop(at: 5, 6)
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(calls == 3)
  }

  @Test("HEAD and If-None-Match are also served from memory")
  func headAndTag() throws {
    stop(at: 4)
    let first = try edge.send("GET", Self.path)
    let head = try edge.send("HEAD", Self.path)
    #expect(head.status == 200 && head.fields["content-length"] == "\(first.body.utf8.count)")
    let known = try edge.send("GET", Self.path, fields: ["If-None-Match: \(first.fields["etag"] ?? "")"])
    #expect(known.status == 304 && known.fields["etag"] == first.fields["etag"])
    let other = try edge.send("GET", Self.path, fields: [#"If-None-Match: "other""#])
    #expect(other.status == 200 && other.body == first.body)
    #expect(calls == 1)
  }

  @Test("The tag of a review follows from its bytes: writes that change none of them keep it, at any edge")
  func tagOfReview() throws {
    let (path, method) = ("/api/v1/review/2025", "stats.review")
    func read(_ edge: EdgeHarness, _ number: Int, at seq: Int64, known: String = "") throws -> (Int, String, String) {
      edge.service.reply(method, Value(number: number))
      edge.service.setHead(SessionAPI.Head(seq: seq, checksum: 5))
      let response = try edge.send("GET", path, fields: known.isEmpty ? [] : ["If-None-Match: \(known)"])
      return (response.status, response.body, response.fields["etag"] ?? "")
    }
    let (_, body, tag) = try read(edge, 1, at: 4)
    #expect(body == #"{"number":1}"# && tag.count == EntityTag.byteCount)
    #expect(try read(edge, 1, at: 5) == (200, body, tag))
    #expect(try read(edge, 1, at: 6, known: tag) == (304, "", tag))
    #expect(edge.service.calls(method).count == 3)
    #expect(try read(try EdgeHarness(), 1, at: 9) == (200, body, tag))
    let changed = try read(edge, 2, at: 7, known: tag)
    #expect(changed.0 == 200 && changed.2 != tag)
    #expect(try read(edge, 1, at: 8) == (200, body, tag))
  }

  @Test("Users, calls and arguments are kept apart")
  func apart() throws {
    stop(at: 4)
    _ = try edge.send("GET", Self.path)
    edge.service.reply(Self.method, Value(number: 2))
    #expect(try edge.send("GET", Self.path, token: "wm_other").body == #"{"number":2}"#)
    #expect(try edge.send("GET", Self.path).body == #"{"number":1}"#)
    edge.service.reply("stats.activity", Value(number: 3))
    #expect(try edge.send("GET", "/api/v1/analytics/activity").body == #"{"number":3}"#)
    edge.service.reply("stats.activity", Value(number: 4))
    #expect(try edge.send("GET", "/api/v1/analytics/activity?range=week").body == #"{"number":4}"#)
    #expect(try edge.send("GET", "/api/v1/analytics/activity?range=month").body == #"{"number":4}"#)
    #expect(try edge.send("GET", "/api/v1/analytics/activity").body == #"{"number":3}"#)
  }

  @Test("Faults of the view are not kept, and a reply after a fault is")
  func faults() throws {
    stop(at: 4)
    edge.service.fault(Self.method, Fault(.unavailable, "away"))
    #expect(try edge.send("GET", Self.path).status == 503)
    edge.service.reply(Self.method, Value(number: 2))
    #expect(try edge.send("GET", Self.path).body == #"{"number":2}"#)
    edge.service.fault(Self.method, Fault(.unavailable, "away"))
    #expect(try edge.send("GET", Self.path).status == 200)
  }

  @Test(
    "Without the head the response is 503, even if a reply is kept",
    arguments: Fault.Code.allCases)
  func noHead(code: Fault.Code) throws {
    stop(at: 4)
    #expect(try edge.send("GET", Self.path).status == 200)
    edge.service.fault("journal.heads", Fault(code, "no"))
    #expect(try edge.send("GET", Self.path).status == 503)
    stop(at: 4)
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(calls == 1)
  }

  @Test("Credentials are checked for each request")
  func credentials() throws {
    stop(at: 4)
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(try edge.send("GET", Self.path, token: "wm_w").status == 403)
    #expect(try edge.send("GET", Self.path, token: "wm_unknown").status == 401)
    #expect(try edge.send("GET", Self.path, token: nil).status == 401)
    edge.inspect { $0.credentials.invalidate(user: "ada", now: $0.milliseconds) }
    edge.service.fault("token.verify", Fault(.unauthenticated, "revoked"))
    #expect(try edge.send("GET", Self.path).status == 401)
  }

  @Test("A deleted account leaves no reply in memory")
  func deletion() throws {
    stop(at: 4)
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(edge.inspect { $0.reads.kept.count } == 1)
    edge.service.reply(SessionAPI.DeleteAccount.name, Nothing())
    #expect(try edge.send("DELETE", "/api/v1/account").status == 204)
    #expect(edge.inspect { $0.reads.kept.count } == 0)
    edge.service.reply(Self.method, Value(number: 2))
    #expect(try edge.send("GET", Self.path).body == #"{"number":2}"#)
    #expect(edge.inspect { $0.reads.kept.count } == 1)
    edge.service.reply(SessionAPI.DeletePerson.name, Nothing())
    let cookie = "Cookie: waymark=wb_" + String(repeating: "c", count: 43)
    let fields = [cookie, "X-Requested-With: waymark"]
    let body = #"{"userId": "eve"}"#
    #expect(try edge.send("DELETE", "/api/v1/people/eve", token: nil, fields: fields, body: body).status == 204)
    #expect(edge.inspect { $0.reads.kept.count } == 0)
  }

  @Test("A request whose head comes after a write waits for it, and reads in one turn share a call for heads")
  func together() throws {
    let held = Mutex(0)
    edge.service.on("journal.heads") { _ in
      held.withLock { $0 += 1 }
      return nil
    }
    let clients = try (0..<40).map { _ in try edge.connect() }
    let request = "GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wm_rw\r\n\r\n"
    for client in clients { try client.write(request) }
    #expect(comes { edge.inspect { $0.metrics.inFlight } == 40 })
    #expect(calls == 0)
    #expect(held.withLock { $0 } <= 40)
    #expect(
      edge.service.calls("journal.heads").allSatisfy { call in
        (try? CBORDecoder.decode(SessionAPI.FetchHeads.self, from: call.argument))?.users == ["ada"]
      })
    stop(at: 9)
    edge.service.release("journal.heads") {
      Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.FetchHeads.Reply(heads: [SessionAPI.Head(seq: 9, checksum: 5)]))
      }
    }
    for client in clients { #expect(try client.read().body == #"{"number":1}"#) }
  }

  @Test("A client that leaves before the head arrives causes no call")
  func gone() throws {
    edge.service.on("journal.heads") { _ in nil }
    let client = try edge.connect()
    try client.write("GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wm_rw\r\n\r\n")
    #expect(comes { edge.service.calls("journal.heads").count == 1 })
    shutdown(client.descriptor, Int32(SHUT_RDWR))
    #expect(comes { edge.inspect { $0.connections.count } == 0 })
    edge.service.release("journal.heads") {
      Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.FetchHeads.Reply(heads: [SessionAPI.Head(seq: 9, checksum: 5)]))
      }
    }
    stop(at: 9)
    #expect(try edge.send("GET", Self.path).status == 200)
    #expect(calls == 1)
  }

  @Test("Only reads of views are kept: one of each kind of the others is called each time")
  func others() {
    for endpoint in Endpoints.all {
      let isKept = endpoint.isOfView
      #expect(!isKept || endpoint.verb == .get && endpoint.service != SessionAPI.service, "\(endpoint.path)")
    }
    let kept = Set(Endpoints.all.filter(\.isOfView).map(\.path))
    for path in ["/analytics/summary", "/rucks/records", "/achievements", "/diversity/radar.svg", "/review/{year}.pdf"]
    {
      #expect(kept.contains(path), "\(path)")
    }
    for path in ["/profile", "/tokens", "/export/report.pdf", "/widget", "/works/{id}/cover", "/heroes"] {
      #expect(!kept.contains(path), "\(path)")
    }
  }
}
