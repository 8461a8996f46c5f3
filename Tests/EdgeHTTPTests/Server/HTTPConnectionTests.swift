import API
import CLinux
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite struct HTTPConnectionTests {
  let edge: EdgeHarness
  private static let head = "Host: a\r\nAuthorization: Bearer wm_rw\r\n"

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply("profile.get", ["userId": "ada"])
    edge.service.reply("hero.put", ["created": true])
  }

  private func get(_ path: String) -> String { "GET /api/v1\(path) HTTP/1.1\r\n\(Self.head)\r\n" }

  private func put(_ id: String, _ body: String) -> String {
    "PUT /api/v1/heroes/\(id) HTTP/1.1\r\n\(Self.head)Content-Type: application/json\r\n\(body)"
  }

  @Test("Pipelined requests get their responses in order, even if the first one is slow")
  func pipelining() throws {
    edge.service.on("hero.get") { _ in nil }
    let client = try edge.connect()
    try client.write(
      get("/heroes/slow") + put("x", "Content-Length: 2\r\n\r\n{}") + get("/nothing") + get("/profile")
        + get("/profile"))
    #expect(comes { !edge.service.calls("hero.get").isEmpty })
    #expect(edge.service.calls("hero.put").isEmpty)
    edge.service.release("hero.get") { .success([0xA1, 0x61, 0x61, 0x01]) }
    #expect(try client.read().body == #"{"a":1}"#)
    #expect(try client.read().status == 201)
    #expect(try client.read().status == 404)
    #expect(try client.read().body == #"{"userId":"ada"}"#)
    client.endWriting()
    #expect(try client.read().body == #"{"userId":"ada"}"#)
    #expect(client.isAtEnd)
  }

  @Test("A client that ends after pipelined requests gets every response, whenever its end is read")
  func sendingAheadAndEnding() throws {
    for isSeenLate in [false, true] {
      edge.service.on("hero.get") { _ in nil }
      let before = edge.service.calls("hero.get").count
      let (client, stream) = try edge.connectShowingStream()
      try client.write(get("/heroes/slow") + get("/profile") + get("/profile"))
      #expect(comes { edge.service.calls("hero.get").count > before })
      if !isSeenLate { client.endWriting() }
      let end = client.descriptor
      edge.loop.execute { [edge] in
        edge.service.release("hero.get") { .success([0xA1, 0x61, 0x61, 0x01]) }
        guard isSeenLate else { return }
        // After the first response, before the next pipelined request is parsed.
        edge.loop.soon {
          shutdown(end, Int32(SHUT_WR))
          stream.value.ready(EPOLLIN.rawValue)
        }
      }
      #expect(try client.read().body == #"{"a":1}"#)
      for _ in 0..<2 { #expect(try client.read().body == #"{"userId":"ada"}"#) }
      #expect(client.isAtEnd)
    }
  }

  @Test("A request may arrive byte by byte, with a sized or a chunked body")
  func pieces() throws {
    for body in [
      "Content-Length: 15\r\n\r\n{\"name\":\"Adä\"}",
      "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"nam\r\na;x=y\r\ne\":\"Adä\"}\r\n0\r\n\r\n",
    ] {
      let client = try edge.connect()
      for byte in put("h", body).utf8 { try client.write([byte]) }
      try client.write(get("/profile"))
      #expect(try client.read().status == 201)
      #expect(try client.read().status == 200)
      let call = try #require(edge.service.calls("hero.put").last)
      #expect(try text(call.argument) == #"{"id":"h","name":"Adä"}"#)
    }
  }

  @Test("A client that expects 100 gets it only if its body is needed")
  func continuing() throws {
    let client = try edge.connect()
    try client.write(put("h", "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"))
    #expect(try client.read().status == 100)
    try client.write("{}")
    #expect(try client.read().status == 201)
    try client.write("POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    let rejected = try client.read()
    #expect(rejected.status == 401 && rejected.fields["connection"] == "close")
    #expect(client.isAtEnd)
  }

  @Test("A body that is not needed is discarded, and the next request is served")
  func discarding() throws {
    let client = try edge.connect()
    let body = String(repeating: "G", count: 100_000)
    try client.write("POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n\(body)\(get("/profile"))")
    #expect(try client.read().status == 401)
    #expect(try client.read().status == 200)
    try client.write(
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + get("/profile"))
    #expect(try client.read().status == 404)
    #expect(try client.read().status == 200)
  }

  @Test(
    "A body over 2 MiB is 413, sized or chunked",
    arguments: ["Content-Length: 2097153\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n200001\r\n"])
  func tooLarge(body: String) throws {
    let client = try edge.connect()
    try client.write(put("h", body))
    let response = try client.read()
    #expect(response.status == 413 && response.fields["connection"] == "close")
    #expect(client.isAtEnd)
  }

  @Test("A body of exactly 2 MiB is accepted, and one that exceeds an internal frame as CBOR is 413")
  func greatest() throws {
    let client = try edge.connect()
    let padding = String(repeating: " ", count: 2_097_150)
    try client.write(put("h", "Content-Length: 2097152\r\n\r\n{\(padding)}"))
    #expect(try client.read().status == 201)
    let numbers = "{\"a\":[1.1" + String(repeating: ",1.1", count: 520_000) + "]}"
    try client.write(put("h", "Content-Length: \(numbers.utf8.count)\r\n\r\n\(numbers)"))
    #expect(try client.read().status == 413)
  }

  @Test("A malformed request gets a problem and closes the connection")
  func malformed() throws {
    for bytes in ["GET / HTTP/1.1\n\n", "\u{16}\u{3}\u{1}", put("h", "Transfer-Encoding: chunked\r\n\r\nxyz\r\n")] {
      let client = try edge.connect()
      try client.write(bytes)
      let response = try client.read()
      #expect(response.status == 400 && response.fields["content-type"] == "application/problem+json")
      #expect(response.fields["x-request-id"] != nil && response.fields["connection"] == "close")
      #expect(client.isAtEnd)
    }
  }

  @Test("An HTTP/1.0 connection closes after its response unless keep-alive is requested")
  func oldVersion() throws {
    let client = try edge.connect()
    try client.write("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n")
    #expect(try client.read().fields["connection"] == "keep-alive")
    #expect(try client.read().fields["connection"] == "close")
    #expect(client.isAtEnd)
  }

  @Test("Concurrent requests share one lookup of their token, and an unavailable service is 503")
  func credentials() throws {
    edge.service.on("token.verify") { _ in nil }
    let clients = try (0..<20).map { _ in try edge.connect() }
    for client in clients { try client.write(get("/profile")) }
    #expect(comes { !edge.service.calls("token.verify").isEmpty })
    // The reply is held until a metric shows that every request has arrived.
    let line = "waymark_http_requests_in_flight{service=\"edge\"} 21\n"
    #expect(try comes { try edge.send("GET", "/metrics").body.contains(line) })
    #expect(edge.service.calls("token.verify").count == 1)
    edge.service.release("token.verify") {
      Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.VerifyToken.Reply(user: "ada", scopes: ["read"], expiresAt: nil))
      }
    }
    for client in clients { #expect(try client.read().status == 200) }
    edge.service.fault("token.verify", Fault(.unavailable, "away"))
    let away = try edge.send("GET", "/api/v1/profile", token: "wm_unknown")
    #expect(away.status == 503 && away.fields["retry-after"] != nil)
  }

  @Test("A JWT opens its user's account, and its scopes are enforced")
  func webTokens() throws {
    let edge = try EdgeHarness(jwks: JWTFixtures.jwks)
    edge.service.reply("profile.get", ["userId": "eve"])
    let token = hs256(#"{"sub":"eve","scope":"read"}"#)
    #expect(try edge.send("GET", "/api/v1/profile", token: token).status == 200)
    #expect(edge.service.calls("account.open").first?.meta.user == "eve")
    #expect(edge.service.calls("profile.get").first?.meta.user == "eve")
    #expect(try edge.send("PUT", "/api/v1/profile", token: token, body: "{}").status == 403)
    #expect(try edge.send("GET", "/api/v1/profile", token: hs256(#"{"sub":"eve","exp":1}"#)).status == 401)
  }
}
