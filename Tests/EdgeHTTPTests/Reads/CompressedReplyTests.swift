import API
import Compression
import Foundation
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Compressed responses")
struct CompressedReplyTests {
  private struct List: Encodable, Sendable {
    var items: [String]
  }

  private static let path = "/api/v1/analytics/summary"
  private let edge: EdgeHarness
  private let gzip = "Accept-Encoding: br;q=1.0, gzip;q=0.8, *;q=0.1"

  init() throws {
    edge = try EdgeHarness()
    edge.service.setHead(SessionAPI.Head(seq: 4, checksum: 5))
  }

  private func reply(_ count: Int, _ method: String = "stats.summary") {
    edge.service.reply(method, List(items: (0..<count).map { "item \($0)" }))
  }

  /// Sends a request and returns the response with the bytes of its body.
  private func send(_ path: String, _ fields: [String]) throws -> (head: ReceivedResponse, body: [UInt8]) {
    let client = try edge.connect()
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost", "Authorization: Bearer wm_rw"] + fields + ["", ""]
    try client.write(lines.joined(separator: "\r\n"))
    let head = try client.readHead()
    return (head, try client.readBytes(Int(head.fields["content-length"] ?? "0") ?? 0))
  }

  @Test("From 1 KiB on, clients that accept gzip get it, with its own tag", arguments: [200, 20_000])
  func compressed(count: Int) throws {
    reply(count)
    let plain = try send(Self.path, [])
    #expect(plain.body.count > 1_024 && plain.head.fields["content-encoding"] == nil)
    #expect(plain.head.fields["vary"] == "Authorization")
    for _ in 0..<2 {
      let small = try send(Self.path, [gzip])
      #expect(small.head.status == 200 && small.head.fields["content-encoding"] == "gzip")
      #expect(small.head.fields["vary"] == "Authorization, Accept-Encoding")
      #expect(small.body == Deflate.quickGzip(plain.body))
      #expect(small.body.count < plain.body.count / 2)
      let tag = try #require(plain.head.fields["etag"])
      #expect(small.head.fields["etag"] == tag.dropLast() + #"-gzip""#)
    }
  }

  @Test("Either tag is known, and the response names the one that the client has")
  func tags() throws {
    reply(200)
    let plain = try #require(try send(Self.path, []).head.fields["etag"])
    let small = try #require(try send(Self.path, [gzip]).head.fields["etag"])
    for tag in [plain, small] {
      for fields in [[], [gzip]] {
        let known = try send(Self.path, fields + ["If-None-Match: \(tag)"])
        #expect(known.head.status == 304 && known.head.fields["etag"] == tag && known.body.isEmpty)
      }
    }
    #expect(try send(Self.path, [gzip, #"If-None-Match: "x-gzip""#]).head.status == 200)
  }

  @Test("Small bodies, and clients that do not accept gzip, get the bytes as they are")
  func plain() throws {
    reply(3)
    #expect(try send(Self.path, [gzip]).head.fields["content-encoding"] == nil)
    edge.service.setHead(SessionAPI.Head(seq: 5, checksum: 5))
    reply(200)
    for field in ["Accept-Encoding: br", "Accept-Encoding: gzip;q=0", "Accept-Encoding: identity, gzip;q=0.5", "X: x"] {
      #expect(try send(Self.path, [field]).head.fields["content-encoding"] == nil, "\(field)")
    }
  }

  @Test("Lists that services send are compressed too, and responses that may contain secrets never are")
  func secrets() throws {
    reply(200, SessionAPI.ListLibrary.name)
    reply(200, SessionAPI.ListShares.name)
    reply(200, SessionAPI.ListTokens.name)
    let library = try send("/api/v1/library", [gzip])
    #expect(library.head.fields["content-encoding"] == "gzip")
    #expect(library.head.fields["cache-control"] == "no-store")
    for path in ["/api/v1/shares", "/api/v1/tokens"] {
      let response = try send(path, [gzip])
      #expect(response.head.status == 200 && response.body.count > 1_024, "\(path)")
      #expect(response.head.fields["content-encoding"] == nil, "\(path)")
    }
    for endpoint in Endpoints.all where endpoint.isCompressible {
      for name in ["share", "token", "session", "webhook", "connection", "passkey", "sign", "invit", "people", "s/"] {
        #expect(!endpoint.path.hasPrefix("/\(name)"), "\(endpoint.path)")
      }
    }
  }
}
