import Testing

@testable import EdgeHTTP

@Suite struct RequestParserTests {
  private func parse(_ text: String) -> RequestParser.Step {
    var parser = RequestParser(at: 0)
    let bytes = [UInt8](text.utf8)
    return parser.advance(bytes.span)
  }

  private func headOf(_ text: String) -> RequestHead? {
    var parser = RequestParser(at: 0)
    let bytes = [UInt8](text.utf8)
    guard case .head = parser.advance(bytes.span) else { return nil }
    return parser.head
  }

  @Test(
    "An ambiguous request is 400",
    arguments: [
      "GET / HTTP/1.1\nHost: a\n\n",
      "GET / HTTP/1.1\r\nHost: a\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: user@a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
      "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
      "GET /\r\nHost: a\r\n\r\n",
      "GET / http/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/11\r\nHost: a\r\n\r\n",
      "GET x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /#x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n",
      "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\u{0}: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{0}2\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r2\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n",
      "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 01\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{0B}chunked\r\n\r\n",
      "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
      "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "\u{16}\u{03}\u{01}",
    ])
  func ambiguous(_ text: String) {
    guard case .rejected(let rejection) = parse(text) else {
      Issue.record("taken: \(text.debugDescription)")
      return
    }
    #expect(rejection.status == 400)
  }

  @Test(
    "Each limit has its status",
    arguments: [
      ("GET /" + String(repeating: "a", count: 8_192) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET /" + String(repeating: "a", count: 9_000), 414),
      (
        "GET / HTTP/1.1\r\nHost: a\r\n" + (0..<100).map { "X-\($0): 1\r\n" }.joined() + "\r\n", 431
      ),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 17_000), 431),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
      ("GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", 417),
    ])
  func limits(_ text: String, status: Int) {
    guard case .rejected(let rejection) = parse(text) else {
      Issue.record("taken")
      return
    }
    #expect(rejection.status == status)
  }

  @Test("Accepts a target and a header of exactly the allowed size")
  func greatest() throws {
    let target = "/" + String(repeating: "a", count: 8_191)
    let fields = (0..<99).map { "X-\($0): 1\r\n" }.joined()
    let head = try #require(headOf("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"))
    #expect(head.path.count == 8_192)
  }

  @Test("Parses a head equally in any fragmentation")
  func splits() throws {
    let text = """
      POST http://example.org:8080/api/v1/x%20y?a=1&b HTTP/1.1\r\nhost:  Example.org:8080 \r\n\
      Content-LENGTH: 12\r\nConnection: keep-alive, Close\r\nExpect: 100-Continue\r\nIf-None-Match: "a"\r\n\
      if-none-match: "b"\r\nX-Other: ä\r\n\r\n
      """
    let bytes = [UInt8](text.utf8)
    for split in 0..<bytes.count {
      var parser = RequestParser(at: 0)
      let first = Array(bytes[..<split])
      guard case .more = parser.advance(first.span) else {
        Issue.record("early at \(split)")
        return
      }
      guard case .head = parser.advance(bytes.span) else {
        Issue.record("rejected at \(split)")
        return
      }
      let head = parser.head
      #expect(bytes.span.text(head.path) == "/api/v1/x%20y")
      #expect(head.query.map { bytes.span.text($0) } == "a=1&b")
      #expect(head.contentLength == 12)
      #expect(!head.keepsAlive && head.expectsContinue && !head.isChunked)
      #expect(parser.ifNoneMatch.map { bytes.span.text($0) } == ["\"a\"", "\"b\""])
      #expect(head.end == bytes.count)
    }
  }

  @Test(
    "Version and Connection options decide whether a connection is kept",
    arguments: [
      ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false), ("HTTP/1.0", "", false),
      ("HTTP/1.0", "Connection: Keep-Alive\r\n", true), ("HTTP/1.1", "Connection: x, close\r\n", false),
    ])
  func keeping(version: String, field: String, keeps: Bool) throws {
    let head = try #require(headOf("GET / \(version)\r\nHost: a\r\n\(field)\r\n"))
    #expect(head.keepsAlive == keeps)
  }

  @Test("Recognises field names in any case, and no similar names")
  func fieldNames() throws {
    let fields: [(String, KeyPath<RequestHead, Range<Int>?>)] = [
      ("Host", \.host), ("Origin", \.origin), ("Authorization", \.authorization), ("Content-Type", \.contentType),
      ("Content-Encoding", \.contentEncoding), ("Idempotency-Key", \.idempotencyKey), ("X-Request-Id", \.requestID),
      ("Traceparent", \.traceparent), ("Access-Control-Request-Method", \.requestedMethod),
      ("Access-Control-Request-Headers", \.requestedHeaders),
    ]
    for (name, place) in fields {
      for spelling in [name, name.lowercased(), name.uppercased()] {
        #expect(try #require(headOf("GET / HTTP/1.0\r\n\(spelling): a\r\n\r\n"))[keyPath: place] != nil)
      }
      for index in name.indices {
        var other = name
        other.replaceSubrange(index...index, with: name[index] == "-" ? "_" : "q")
        guard other.lowercased() != name.lowercased() else { continue }
        #expect(try #require(headOf("GET / HTTP/1.0\r\n\(other): a\r\n\r\n"))[keyPath: place] == nil)
      }
    }
  }
}
