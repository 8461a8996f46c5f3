import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Large replies, which are converted to JSON outside the loop")
struct LargeReplyTests {
  private struct List: Encodable, Sendable {
    var items: [String]
  }

  private static let path = "/api/v1/analytics/summary"

  private let edge: EdgeHarness
  private let small = (0..<3).map { "item \($0)" }
  private let large = (0..<20_000).map { "item \($0) ü" }

  init() throws {
    edge = try EdgeHarness()
  }

  private func json(_ items: [String]) -> String {
    #"{"items":["# + items.map { "\"\($0)\"" }.joined(separator: ",") + "]}"
  }

  @Test("They have the same JSON and ETag as small ones, for GET, HEAD and If-None-Match")
  func bytes() throws {
    for items in [small, large] {
      let isLarge = try CBOREncoder.encode(List(items: items)).count > Limits.largeReplyBytes
      #expect(isLarge == (items == large))
      edge.service.reply("stats.summary", List(items: items))
      let response = try edge.send("GET", Self.path)
      #expect(response.status == 200)
      #expect(response.body == json(items))
      var tag: [UInt8] = []
      EntityTag.append(of: [UInt8](response.body.utf8), to: &tag)
      #expect(response.fields["etag"] == String(decoding: tag, as: UTF8.self))
      let head = try edge.send("HEAD", Self.path)
      #expect(head.status == 200 && head.fields["content-length"] == "\(response.body.utf8.count)")
      let known = try edge.send("GET", Self.path, fields: ["If-None-Match: \(response.fields["etag"] ?? "")"])
      #expect(known.status == 304 && known.body.isEmpty)
    }
  }

  @Test("Later requests of the same connection get their responses after it")
  func order() throws {
    edge.service.reply("stats.summary", List(items: large))
    let client = try edge.connect()
    let request = "GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wm_rw\r\n\r\n"
    let unknown = "GET /nope HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try client.write(request + unknown + request)
    #expect(try [client.read().status, client.read().status, client.read().status] == [200, 404, 200])
  }

  @Test("A reply is dropped if its connection has closed, and a reply that is not CBOR is 500")
  func endings() throws {
    edge.service.reply("stats.summary", List(items: large))
    for _ in 0..<20 {
      let client = try edge.connect()
      try client.write("GET \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wm_rw\r\n\r\n")
    }
    #expect(try edge.send("GET", Self.path).body == json(large))
    edge.service.on("stats.summary") { _ in
      .success([UInt8](repeating: 0xFF, count: Limits.largeReplyBytes + 1))
    }
    let broken = try edge.send("GET", Self.path)
    #expect(broken.status == 500 && broken.json?["status"] as? Int == 500)
  }
}
