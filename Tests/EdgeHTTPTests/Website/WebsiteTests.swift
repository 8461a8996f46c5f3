import Foundation
import Testing

@testable import EdgeHTTP

@Suite("The page's files at the edge")
struct WebsiteTests {
  private static let html =
    "<link href=\"page/{{hash}}/a.css\"><script src=\"page/{{hash}}/kit/b.js\"></script> {{hash}}"

  private static let worker = "const folder = \"page/{{hash}}/\"; const files = \"{{files}}\";"

  /// A readable stand-in for compression.
  static func website(_ script: String = "let b = 1;", shorter: Bool = true) -> Website {
    let files = [
      ("index.html", "text/html; charset=utf-8", html), ("a.css", "text/css; charset=utf-8", "p {}"),
      ("kit/b.js", "text/javascript; charset=utf-8", script),
      ("service-worker.js", "text/javascript; charset=utf-8", worker),
    ]
    return Website(
      files.map { Website.File(path: $0.0, contentType: $0.1, bytes: [UInt8]($0.2.utf8)) },
      compress: { shorter ? Array($0.prefix(3)) : $0 + [0] })
  }

  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness(website: Self.website())
  }

  private func get(_ path: String, _ verb: String = "GET", _ fields: String...) throws -> ReceivedResponse {
    try edge.send(verb, path, token: nil, fields: fields)
  }

  /// The path of the page's files, as in its text.
  private func folder(_ edge: EdgeHarness? = nil) throws -> String {
    let body = try (edge ?? self.edge).send("GET", "/", token: nil).body
    let found = try #require(body.firstMatch(of: /page\/([0-9a-f]+)\//))
    #expect(found.output.1.count == Website.hashCharacters)
    return "/page/\(found.output.1)"
  }

  @Test("The page refers to its files by their hash and is revalidated each time")
  func start() throws {
    let page = try get("/")
    #expect(page.status == 200 && page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(page.fields["cache-control"] == "no-cache" && page.fields["vary"] == "Accept-Encoding")
    #expect(!page.body.contains("page/{{hash}}/") && page.body.hasSuffix(" {{hash}}"))
    let tag = try #require(page.fields["etag"])
    let same = try get("/", "GET", "If-None-Match: \(tag)")
    #expect(same.status == 304 && same.body == "" && same.fields["etag"] == tag)
    #expect(same.fields["cache-control"] == "no-cache" && same.fields["content-type"] == nil)
  }

  @Test("A file is cached permanently, and another hash is 404")
  func file() throws {
    let folder = try folder()
    let style = try get("\(folder)/a.css")
    #expect(style.status == 200 && style.body == "p {}" && style.fields["content-type"] == "text/css; charset=utf-8")
    #expect(style.fields["cache-control"] == "public, max-age=31536000, immutable")
    let script = try get("\(folder)/kit/b.js")
    #expect(script.status == 200 && script.body == "let b = 1;")
    for path in [
      "/page/0123456789abcdef/a.css", "/page/HASH/a.css", "\(folder)/", folder, "\(folder)/b.js",
      "\(folder)/kit/../a.css", "\(folder)/index.html", "/index.html", "/page/", "/a.css", "\(folder)/A.css",
      "\(folder)//a.css", "//",
    ] {
      #expect(try get(path).status == 404, "\(path)")
    }
  }

  @Test("The service worker is next to the page, knows all files and is revalidated each time")
  func serviceWorker() throws {
    let response = try get("/service-worker.js")
    #expect(response.status == 200 && response.fields["content-type"] == "text/javascript; charset=utf-8")
    #expect(response.fields["cache-control"] == "no-cache" && response.fields["etag"] != nil)
    #expect(response.fields["content-security-policy"] == "default-src 'none'; connect-src 'self'")
    let folder = try folder().dropFirst()
    #expect(response.body == "const folder = \"\(folder)/\"; const files = \"a.css kit/b.js\";")
    #expect(try get("/\(folder)/service-worker.js").status == 404)
    let below = try EdgeHarness(
      settings: ["WAYMARK_PUBLIC_URL": "https://example.org/way/mark"], website: Self.website())
    #expect(try below.send("GET", "/way/mark/service-worker.js", token: nil).body == response.body)
  }

  @Test("A changed byte in any file changes the hash")
  func hash() throws {
    let other = try EdgeHarness(website: Self.website("let b = 2;"))
    #expect(try folder() != folder(other))
    let same = try EdgeHarness(website: Self.website())
    #expect(try folder() == folder(same))
  }

  @Test("Sends gzip to clients that accept it, with a separate tag")
  func compressed() throws {
    let path = try "\(folder())/kit/b.js"
    let small = try get(path, "GET", "Accept-Encoding: br, gzip")
    #expect(small.status == 200 && small.body == "let" && small.fields["content-encoding"] == "gzip")
    #expect(small.fields["vary"] == "Accept-Encoding")
    let plain = try get(path, "GET", "Accept-Encoding: gzip;q=0")
    #expect(plain.body == "let b = 1;" && plain.fields["content-encoding"] == nil)
    #expect(plain.fields["etag"] != small.fields["etag"])
    let tag = try #require(small.fields["etag"])
    #expect(try get(path, "GET", "Accept-Encoding: gzip", "If-None-Match: \(tag)").status == 304)
    #expect(try get(path, "GET", "If-None-Match: \(tag)").status == 200)
    let larger = try EdgeHarness(website: Self.website(shorter: false))
    let response = try larger.send("GET", "/", token: nil, fields: ["Accept-Encoding: gzip"])
    #expect(response.fields["content-encoding"] == nil && response.body.contains("kit/b.js"))
  }

  @Test("HEAD has the fields of GET, and other verbs are rejected", arguments: ["/", "a.css"])
  func verbs(path: String) throws {
    let path = path == "/" ? path : try "\(folder())/\(path)"
    let (head, get) = (try get(path, "HEAD"), try get(path))
    #expect(head.status == 200 && head.body == "" && head.fields["etag"] == get.fields["etag"])
    #expect(head.fields["content-length"] == "\(get.body.utf8.count)")
    for verb in ["POST", "PUT", "DELETE", "PATCH"] {
      let response = try self.get(path, verb)
      #expect(response.status == 405 && response.fields["allow"] == "GET, HEAD, OPTIONS")
    }
    #expect(try self.get(path, "OPTIONS").status == 204)
  }

  @Test("The policies allow only the page's files and forbid framing")
  func security() throws {
    let page = try get("/")
    #expect(
      page.fields["content-security-policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
    #expect(page.fields["referrer-policy"] == "no-referrer")
    #expect(page.fields["cross-origin-opener-policy"] == "same-origin")
    #expect(page.fields["permissions-policy"]?.contains("geolocation=()") == true)
    let part = try get("\(folder())/a.css")
    #expect(part.fields["content-security-policy"] == "default-src 'none'")
    for response in [page, part] {
      #expect(response.fields["x-content-type-options"] == "nosniff")
      #expect(response.fields["cross-origin-resource-policy"] == "same-origin")
    }
  }

  @Test("Serves the same files below the path of the public URL")
  func publicPath() throws {
    let edge = try EdgeHarness(
      settings: ["WAYMARK_PUBLIC_URL": "https://example.org/way/mark"], website: Self.website())
    let folder = try folder(edge)
    for base in ["", "/way/mark"] {
      #expect(try edge.send("GET", base + "/", token: nil).body.contains("\"page/"))
      #expect(try edge.send("GET", base + folder + "/a.css", token: nil).body == "p {}")
    }
    let response = try edge.send("GET", "/way/mark", token: nil)
    #expect(response.status == 308 && response.fields["location"] == "https://example.org/way/mark/")
  }

  @Test("Without a page, / is 404")
  func none() throws {
    let edge = try EdgeHarness()
    #expect(try edge.send("GET", "/", token: nil).status == 404)
  }
}
