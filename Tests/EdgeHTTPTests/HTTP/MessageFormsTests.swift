import Testing

@testable import EdgeHTTP

/// The forms that RFC 9110 and RFC 9112 allow and forbid.
@Suite struct MessageFormsTests {
  private func read(_ text: String) -> (head: RequestHead, bytes: [UInt8])? {
    var parser = RequestParser(at: 0)
    let bytes = [UInt8](text.utf8)
    guard case .head = parser.advance(bytes.span) else { return nil }
    return (parser.head, bytes)
  }

  private func status(_ text: String) -> Int? {
    var parser = RequestParser(at: 0)
    let bytes = [UInt8](text.utf8)
    guard case .rejected(let rejection) = parser.advance(bytes.span) else { return nil }
    return rejection.status
  }

  @Test(
    "Accepts an absolute target with or without a path, regardless of Host",
    arguments: [
      ("http://host", "/", nil), ("http://host?q", "/", "q"), ("http://host?", "/", ""), ("http://host/", "/", nil),
      ("http://other/a?b", "/a", "b"), ("HTTP://Other:8080/a", "/a", nil), ("https://[::1]:443?x=/y", "/", "x=/y"),
      ("http://host:/a", "/a", nil), ("http://a%20b/a", "/a", nil), ("http://[v1.a:b]/a", "/a", nil),
    ] as [(String, String, String?)])
  func absoluteTargets(target: String, path: String, query: String?) throws {
    for verb in ["GET", "OPTIONS"] {
      let (head, bytes) = try #require(read("\(verb) \(target) HTTP/1.1\r\nHost: host\r\n\r\n"))
      #expect(bytes.span.text(head.path) == path)
      #expect(head.query.map { bytes.span.text($0) } == query)
    }
    #expect(status("GET \(target) HTTP/1.1\r\n\r\n") == 400, "Host must be there")
    #expect(status("GET \(target) HTTP/1.1\r\nHost: host\r\nHost: host\r\n\r\n") == 400)
    #expect(status("GET \(target) HTTP/1.1\r\nHost: a b\r\n\r\n") == 400)
  }

  @Test(
    "Rejects other forms of targets with 400",
    arguments: [
      "http://", "http:///a", "http://?q", "http://:80/", "http://user@host/", "http://u:p@host/", "http://a:b/",
      "http://[::1/", "http://[]/", "http://[zz]/", "http://a[b]/", "http://a]/", "http://[::1]x/", "http://%zz/",
      "http://%a/", "http:/a", "http:a", "ftp://host/", "host", "host:80", "*", "?q", "http://host#x", "http://ho\\st/",
    ])
  func otherTargets(target: String) {
    #expect(status("GET \(target) HTTP/1.1\r\nHost: host\r\n\r\n") == 400)
  }

  @Test("Accepts the target * only with OPTIONS, and rejects CONNECT")
  func otherForms() throws {
    #expect(read("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") != nil)
    for verb in ["GET", "HEAD", "POST", "options"] { #expect(status("\(verb) * HTTP/1.1\r\nHost: a\r\n\r\n") == 400) }
    for target in ["a:80", "a:0", "a", ":80", "[::1]:80"] {
      #expect(status("CONNECT \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
    }
  }

  @Test(
    "Rejects malformed fields and accepts unusual valid ones",
    arguments: [
      ("X:1", true), ("X: \t 1 \t ", true), ("X:", true), ("X:\u{80}\u{FF}ä", true), ("x-!#$%&'*+.^_`|~0: 1", true),
      ("Connection: , close ,,keep-alive,", true), ("Connection: upgrade, x", true), ("Connection:", true),
      ("Transfer-Encoding: Chunked", true), ("Transfer-Encoding:\tchunked ", true), ("Content-Length:\t5 ", true),
      ("Content-Length: 0", true), ("Expect: 100-CONTINUE", true), ("TE: trailers, gzip;q=0.5", true),
      ("Content-Type:", true), ("If-None-Match: ,\"a\",, W/\"b\"", true),
      // Folded, with spaces around the name, or without a name.
      ("X: 1\r\n 2", false), ("X: 1\r\n\t2", false), ("X : 1", false), ("X\t: 1", false), (" X: 1", false),
      (": 1", false), ("X", false), ("X Y: 1", false), ("X\u{0}: 1", false), ("X(: 1", false), ("Ä: 1", false),
      // Characters that end a line or a string in other programs.
      ("X: 1\r2", false), ("X: 1\n2", false), ("X: 1\u{0}", false), ("X: \u{1}", false), ("X: \u{7F}", false),
      // The length in another notation, or repeated.
      ("Content-Length: 5, 5", false), ("Content-Length: 5,", false), ("Content-Length: 5;x", false),
      ("Content-Length: 05", false), ("Content-Length: 0x5", false), ("Content-Length: 5.0", false),
      ("Content-Length: 5e0", false), ("Content-Length: ٥", false), ("Content-Length: 18446744073709551621", false),
      ("Content-Length: 5\r\nContent-Length: 5", false), ("Content-Length: 5\r\ncontent-length: 6", false),
      ("Content-Length: 5\r\nTransfer-Encoding: chunked", false),
      ("Transfer-Encoding: chunked\r\nContent-Length: 0", false),
      ("Transfer-Encoding: chunked;q=1", false), ("Transfer-Encoding: chunked, identity", false),
      ("Transfer-Encoding: identity, chunked", false), ("Transfer-Encoding: chunked, chunked", false),
      ("Transfer-Encoding: chunked,", false), ("Transfer-Encoding: ,chunked", false),
      ("Transfer-Encoding: \"chunked\"", false), ("Transfer-Encoding: chunked\u{B}", false),
      ("Transfer-Encoding:", false), ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", false),
      ("Host: b", false), ("hOST: a", false), ("Origin: a\r\nOrigin: b", false),
      ("Content-Type: a\r\nContent-Type: a", false),
    ])
  func fields(field: String, isAccepted: Bool) {
    let text = "POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"
    #expect(status(text) == (isAccepted ? nil : 400))
    #expect((read(text) != nil) == isAccepted)
  }

  @Test(
    "Host must be a name or an address with an optional port",
    arguments: [
      ("a", true), ("a.b-c_d~e", true), ("a:", true), ("a:0", true), ("a:65536", true), ("127.0.0.1:80", true),
      ("[::1]", true), ("[::ffff:1.2.3.4]:80", true), ("a%2Fb", true), ("xn--a", true), ("A!$&'()*+;=", true),
      ("", false), (":80", false), ("a:80:80", false), ("[::1", false), ("::1", false), ("[::1]80", false),
      ("[1]", false), ("a[b]", false), ("a%2", false), ("a%", false), ("a/b", false), ("a?b", false), ("a#b", false),
      ("u@a", false), ("a b", false), ("a,b", false), ("a\tb", false), ("ä", false), ("a:8o", false), ("a:-1", false),
      ("http://a", false), ("\"a\"", false),
    ])
  func hosts(host: String, isAccepted: Bool) {
    #expect((read("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") != nil) == isAccepted)
  }

  @Test(
    "A later minor version counts as 1.1, another major version is 505",
    arguments: [
      ("HTTP/1.0", nil), ("HTTP/1.1", nil), ("HTTP/1.2", nil), ("HTTP/1.9", nil), ("HTTP/0.9", 505), ("HTTP/2.0", 505),
      ("HTTP/3.0", 505), ("HTTP/1.10", 400), ("HTTP/1", 400), ("HTTP/1.", 400), ("HTTP/01.1", 400), ("Http/1.1", 400),
      ("HTTP/1.1\t", 400), ("HTTP 1.1", 400), ("", 400),
    ] as [(String, Int?)])
  func versions(version: String, status expected: Int?) {
    #expect(status("GET / \(version)\r\nHost: a\r\n\r\n") == expected)
  }

  @Test("Never sends 100 to an HTTP/1.0 client")
  func oldExpectation() throws {
    #expect(try #require(read("POST / HTTP/1.0\r\nExpect: 100-continue\r\n\r\n")).head.expectsContinue == false)
    #expect(status("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue;x\r\n\r\n") == 417)
  }
}
