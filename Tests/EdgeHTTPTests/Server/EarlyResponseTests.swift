import Proto
import Testing

@testable import EdgeHTTP

/// A response that depends only on the head reaches the client, regardless of the body.
@Suite struct EarlyResponseTests {
  let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
  }

  private static let token = "Authorization: Bearer wm_rw\r\n"
  private static let json = "Content-Type: application/json\r\n"
  /// Requests whose response depends only on the head. The last one needs a call to a service.
  private static let heads = [
    ("POST /nope HTTP/1.1\r\n", 404), ("POST /healthz HTTP/1.1\r\n", 405), ("POST /api/v1/heroes HTTP/1.1\r\n", 401),
    ("POST /api/v1/nope HTTP/1.1\r\n\(token)", 404), ("POST /api/v1/heroes HTTP/1.1\r\n\(token)", 405),
    ("PUT /api/v1/heroes/a HTTP/1.1\r\n\(token)Content-Type: text/plain\r\n", 415),
    ("PUT /api/v1/heroes/a HTTP/1.1\r\nAuthorization: Bearer wm_r\r\n\(json)", 403),
  ]
  private static let chunked = "Host: a\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let broken = [
    "zz\r\n", "5\nhello", "5\r\nhello!", "5\r\nhello\r\n0\r\nX Y: 1\r\n\r\n", "200001\r\n", "0\r\nX: 1\n\r\n",
    "5;\(String(repeating: "a", count: 300))", "fffffffffffffffffff\r\n",
    "0\r\n\(String(repeating: "X: 1\r\n", count: 2_000))\r\n",
  ]

  @Test("The response is sent before a broken body closes the connection", arguments: heads)
  func brokenBodies(head: String, status: Int) throws {
    for body in Self.broken {
      let client = try edge.connect()
      try client.write(head + Self.chunked + body + "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try client.read()
      #expect(
        response.status == status && response.fields["connection"] == "close", "\(body.prefix(20).debugDescription)")
      #expect(client.isAtEnd)
    }
  }

  @Test("The response is sent before the body arrives, even if the body is broken", arguments: heads)
  func brokenLater(head: String, status: Int) throws {
    for body in Self.broken {
      let client = try edge.connect()
      try client.write(head + Self.chunked)
      #expect(try client.read().status == status)
      try client.write(body)
      #expect(client.isAtEnd)
    }
  }

  @Test("The response is sent to a client that ends in the middle of the body", arguments: heads)
  func halfClosed(head: String, status: Int) throws {
    for rest in [Self.chunked + "5\r\nhe", Self.chunked, "Host: a\r\nContent-Length: 7\r\n\r\nabc"] {
      let client = try edge.connect()
      try client.write(head + rest)
      client.endWriting()
      #expect(try client.read().status == status)
      #expect(client.isAtEnd)
    }
  }

  @Test("The response is sent before a slow body closes the connection", arguments: heads)
  func slow(head: String, status: Int) throws {
    let client = try edge.connect()
    try client.write(head + Self.chunked + "5\r\nhe")
    #expect(try client.read().status == status)
    edge.exhaustPatience()
    #expect(client.isAtEnd)
  }

  @Test("A malformed request after a discarded body does not affect the first response", arguments: heads)
  func malformedBehind(head: String, status: Int) throws {
    let client = try edge.connect()
    try client.write(head + Self.chunked + "3\r\nabc\r\n0\r\n\r\n\u{1}")
    let response = try client.read()
    #expect(response.status == status && response.fields["connection"] == nil)
    #expect(try client.read().status == 400)
    #expect(client.isAtEnd)
  }

  @Test("A required body that ends early is 400, and one that arrives too slowly is 408")
  func wanted() throws {
    for rest in ["Content-Length: 7\r\n\r\n{\"na", "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"na"] {
      for isEnded in [true, false] {
        let client = try edge.connect()
        try client.write(
          "PUT /api/v1/heroes/a HTTP/1.1\r\nHost: a\r\n\(Self.token)\(Self.json)Expect: 100-continue\r\n\(rest)")
        #expect(try client.read().status == 100)
        if isEnded { client.endWriting() } else { edge.exhaustPatience() }
        let response = try client.read()
        #expect(response.status == (isEnded ? 400 : 408) && response.fields["connection"] == "close")
        #expect(client.isAtEnd)
      }
    }
  }
}
