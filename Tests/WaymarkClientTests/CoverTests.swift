import Foundation
import Testing

@testable import WaymarkClient

@Suite("Covers and series")
struct CoverTests {
  private let server = ScriptedServer { _ in HTTPResponse(status: 204) }

  @Test("Returns a stored or a drawn cover")
  func fetched() async throws {
    server.script { request in
      let isWork = request.url.path.contains("/works/")
      return HTTPResponse(
        status: 200,
        headers: isWork ? ["Content-Type": "image/png"] : ["Content-Type": "image/svg+xml", "X-Cover": "generated"],
        body: Data([1, 2]))
    }
    let client = server.client()
    #expect(try await client.cover(of: .work("w")) == Cover(type: "image/png", data: Data([1, 2])))
    let drawn = try await client.cover(of: .story("a:b"))
    #expect(drawn == Cover(type: "image/svg+xml", data: Data([1, 2]), isGenerated: true))
    #expect(server.requests.map(\.url.path) == ["/api/v1/works/w/cover", "/api/v1/stories/a:b/cover"])
  }

  @Test("Sends an image with its media type, a candidate as JSON, and a deletion")
  func written() async throws {
    let client = server.client()
    try await client.saveCover(Data([7]), .webp, of: .work("w"))
    let image = try #require(server.requests.last)
    #expect(image.method == .put && image.headers["Content-Type"] == "image/webp" && image.body == Data([7]))
    try await client.fetchCover(source: "openlibrary", sourceId: "OL1W", for: .story("s"))
    let candidate = try #require(server.requests.last)
    #expect(candidate.headers["Content-Type"] == "application/json")
    let body = #"{"candidate":{"source":"openlibrary","sourceId":"OL1W"}}"#
    #expect(candidate.body == Data(body.utf8) && candidate.url.path == "/api/v1/stories/s/cover")
    try await client.deleteCover(of: .work("w"))
    #expect(server.requests.last?.method == .delete && server.requests.last?.url.path == "/api/v1/works/w/cover")
  }

  @Test("A work has an ISBN, a series, tags and a mark, and omits them if they are nil")
  func works() throws {
    let json = #"""
      {"id":"w","title":"W","authors":[],"genres":[],"isbn":"9780807083697","hasCover":true,
      "series":{"name":"Novels","position":2.5},"tags":["sea"]}
      """#
    let work = try JSONDecoder().decode(Work.self, from: Data(json.utf8))
    #expect(work.isbn == "9780807083697" && work.series == BookSeries(name: "Novels", position: 2.5))
    #expect(work.hasCover == true && work.tags == ["sea"])
    let sent = String(decoding: try JSONEncoder().encode(Work(id: "w", title: "W")), as: UTF8.self)
    #expect(!sent.contains("isbn") && !sent.contains("series") && !sent.contains("hasCover"))
    #expect(!sent.contains("tags"))
    let cleared = String(decoding: try JSONEncoder().encode(Work(id: "w", title: "W", tags: [])), as: UTF8.self)
    #expect(cleared.contains(#""tags":[]"#))
  }
}
