import API
import Domain
import Foundation
import Languages
import Proto
import Testing

@testable import EdgeHTTP

@Suite("Covers over HTTP")
struct CoverTests {
  private struct Argument: Decodable {
    struct Candidate: Decodable { var sourceId: String }

    var id: String?
    var image: [UInt8]?
    var candidate: Candidate?
  }

  private static let path = "/api/v1/works/w/cover"
  private let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply(SessionAPI.SaveWorkCover.name, Nothing())
    edge.service.reply(SessionAPI.DeleteWorkCover.name, Nothing())
  }

  private static func png(width: Int = 400, count: Int = 60) -> [UInt8] {
    let start =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + [UInt8]("IHDR".utf8)
      + [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 2, 0x58]
    return start + [UInt8](repeating: 0xFF, count: max(0, count - start.count))
  }

  private func put(_ body: [UInt8], type: String? = "image/png", chunked: Bool = false) throws -> ReceivedResponse {
    var lines = ["PUT \(Self.path) HTTP/1.1", "Host: localhost", "Authorization: Bearer wm_rw"]
    if let type { lines.append("Content-Type: \(type)") }
    lines.append(chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)")
    let head = [UInt8]((lines + ["", ""]).joined(separator: "\r\n").utf8)
    let size = [UInt8]((String(body.count, radix: 16) + "\r\n").utf8)
    let client = try edge.connect()
    try client.write(head + (chunked ? size + body + [UInt8]("\r\n0\r\n\r\n".utf8) : body))
    return try client.read()
  }

  private func argument() throws -> Argument {
    let call = try #require(edge.service.calls(SessionAPI.SaveWorkCover.name).last)
    return try CBORDecoder.decode(Argument.self, from: call.argument)
  }

  @Test("Passes the bytes of an image to the service", arguments: [false, true])
  func image(chunked: Bool) throws {
    #expect(try put(Self.png(), chunked: chunked).status == 204)
    let argument = try argument()
    #expect(argument.id == "w" && argument.image == Self.png() && argument.candidate == nil)
  }

  @Test("The bytes decide the format, regardless of which of the three media types is sent")
  func sniffed() throws {
    #expect(try put(Self.png(), type: "Image/JPEG; x=y").status == 204)
    #expect(try put([UInt8]("GIF89a".utf8)).status == 415)
    #expect(try put([]).status == 415)
    #expect(try put([UInt8]("<svg/>".utf8)).status == 415)
    #expect(edge.service.calls(SessionAPI.SaveWorkCover.name).count == 1)
  }

  @Test("Rejects other media types", arguments: ["image/gif", "image/svg+xml", "text/plain", nil])
  func types(type: String?) throws {
    #expect(try put(Self.png(), type: type).status == 415)
  }

  @Test("Rejects a large image, by its length or after it has arrived, and too many pixels", arguments: [false, true])
  func limits(chunked: Bool) throws {
    #expect(try put(Self.png(count: 1 << 20), chunked: chunked).status == 204)
    #expect(try put(Self.png(count: 1 << 20 + 1), chunked: chunked).status == 413)
    #expect(try put(Self.png(width: 4_001), chunked: chunked).status == 422)
    #expect(edge.service.calls(SessionAPI.SaveWorkCover.name).count == 1)
  }

  @Test("JSON names a candidate, and cannot contain an image")
  func candidate() throws {
    let body = #"{"candidate": {"source": "openlibrary", "sourceId": "OL1W"}, "image": "x"}"#
    #expect(try edge.send("PUT", Self.path, body: body).status == 204)
    let argument = try argument()
    #expect(argument.image == nil && argument.candidate?.sourceId == "OL1W")
  }

  @Test("Sends an image with its type, a tag and a day of caching, and 304 for a known tag")
  func fetched() throws {
    let content = [UInt8]("\u{7F}ELF, as far as a test goes".utf8)
    edge.service.reply(SessionAPI.FetchWorkCover.name, MediaReply(.webp, content))
    let response = try edge.send("GET", Self.path)
    #expect(response.status == 200 && response.body == String(decoding: content, as: UTF8.self))
    #expect(response.fields["content-type"] == "image/webp" && response.fields["x-cover"] == nil)
    #expect(response.fields["cache-control"] == "private, max-age=86400" && response.fields["vary"] == "Authorization")
    #expect(response.fields["x-content-type-options"] == "nosniff")
    let tag = try #require(response.fields["etag"])
    #expect(tag.hasPrefix("\""))
    let known = try edge.send("GET", Self.path, fields: ["If-None-Match: \(tag)"])
    #expect(known.status == 304 && known.body.isEmpty && known.fields["etag"] == tag)
    #expect(known.fields["cache-control"] == "private, max-age=86400")
  }

  @Test("A drawing is in the language of the reader, and a stored image has none")
  func languages() throws {
    edge.service.on(SessionAPI.FetchWorkCover.name) { call in
      guard let call = try? CBORDecoder.decode(SessionAPI.FetchWorkCover.self, from: call.argument) else { return nil }
      let drawing = MediaReply(.svg, [UInt8]("<svg>\(call.lang?.rawValue ?? "none")</svg>".utf8))
      return Result { () throws(Fault) in try CBOREncoder.encode(drawing) }
    }
    let german = try edge.send("GET", Self.path, fields: ["Accept-Language: de"])
    #expect(german.body == "<svg>de</svg>" && german.fields["x-cover"] == "generated")
    #expect(german.fields["vary"] == "Authorization, Accept-Language")
    #expect(try edge.send("GET", Self.path + "?lang=fr", fields: ["Accept-Language: de"]).body == "<svg>fr</svg>")
    let plain = try edge.send("GET", Self.path)
    #expect(plain.body == "<svg>none</svg>" && plain.fields["vary"] == "Authorization")
  }

  @Test("A large image is sent like a small one")
  func large() throws {
    let content = [UInt8](repeating: 0x41, count: 1 << 20)
    edge.service.reply(SessionAPI.FetchWorkCover.name, MediaReply(.jpeg, content))
    let response = try edge.send("GET", Self.path)
    #expect(response.status == 200 && response.body.utf8.count == content.count)
    #expect(response.fields["content-type"] == "image/jpeg" && response.fields["etag"] != nil)
    #expect(response.fields["cache-control"] == "private, max-age=86400")
  }

  @Test("A drawing is marked, and its policy loads nothing")
  func generated() throws {
    edge.service.reply(SessionAPI.FetchWorkCover.name, MediaReply(.svg, [UInt8]("<svg/>".utf8)))
    let response = try edge.send("GET", Self.path)
    #expect(response.status == 200 && response.fields["x-cover"] == "generated")
    #expect(response.fields["content-type"] == "image/svg+xml")
    #expect(response.fields["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'")
  }

  @Test("A reply of another type is 500")
  func otherType() throws {
    edge.service.reply(SessionAPI.FetchWorkCover.name, MediaReply(.pdf, [1]))
    #expect(try edge.send("GET", Self.path).status == 500)
  }
}
