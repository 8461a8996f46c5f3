import API
import Chronology
import Crypto
import Domain
import Foundation
import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("WebDAV at the edge")
struct WebDAVTests {
  /// The stored pieces, by number and place.
  private final class Disk: Sendable {
    let pieces = Mutex<[Int64: [[UInt8]]]>([:])
    let put = Mutex<SessionAPI.PutFile?>(nil)
  }

  private let edge: EdgeHarness
  private let disk = Disk()
  private static let basic = "Authorization: Basic " + Data("ada:wm_rw".utf8).base64EncodedString()

  init() throws {
    edge = try EdgeHarness()
    edge.service.on("connector.note") { _ in .success([0xF6]) }
    edge.service.on("upload.write") { [disk] call in
      guard let write = try? CBORDecoder.decode(SessionAPI.WriteUpload.self, from: call.argument) else { return nil }
      disk.pieces.withLock { pieces in
        if pieces[write.blob, default: []].count == write.place { pieces[write.blob, default: []].append(write.bytes) }
      }
      return .success([0xF6])
    }
    edge.service.on("file.put") { [disk] call in
      guard let put = try? CBORDecoder.decode(SessionAPI.PutFile.self, from: call.argument) else { return nil }
      disk.put.withLock { $0 = put }
      return Result { () throws(Fault) in try CBOREncoder.encode(SessionAPI.FileReply(.created, Self.entry(of: put))) }
    }
    edge.service.on("file.list") { [disk] _ in
      let entry = disk.put.withLock { $0.map(Self.entry) }
      return Result { () throws(Fault) in
        try CBOREncoder.encode(SessionAPI.ListFiles.Reply(entry: entry, children: []))
      }
    }
    edge.service.on("file.read") { [disk] call in
      guard let read = try? CBORDecoder.decode(SessionAPI.ReadFile.self, from: call.argument) else { return nil }
      let piece = disk.pieces.withLock { $0[read.blob]?[read.place] ?? [] }
      return Result { () throws(Fault) in try CBOREncoder.encode(SessionAPI.ReadFile.Reply(bytes: piece)) }
    }
  }

  private static func entry(of put: SessionAPI.PutFile) -> SessionAPI.FileEntry {
    SessionAPI.FileEntry(
      path: put.path, isFolder: false, size: put.size, sha256: put.sha256, modifiedAt: Instant(seconds: 0),
      blob: put.blob)
  }

  private func send(_ method: String, _ path: String, _ fields: [String] = []) throws -> ReceivedResponse {
    try edge.send(method, path, token: nil, fields: [Self.basic] + fields)
  }

  private static let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  /// Sends a body in one piece, and returns the client for further requests.
  @discardableResult
  private func put(_ content: [UInt8], isChunked: Bool = false) throws -> (RawClient, ReceivedResponse) {
    let client = try edge.connect()
    let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(content.count)"
    let lines = ["PUT /dav/notes.txt HTTP/1.1", "Host: localhost", Self.basic, length, "", ""]
    try client.write(lines.joined(separator: "\r\n"))
    if isChunked {
      for start in stride(from: 0, to: content.count, by: 50_000) {
        let part = Array(content[start..<min(start + 50_000, content.count)])
        try client.write("\(String(part.count, radix: 16))\r\n")
        try client.write(part)
        try client.write("\r\n")
      }
      try client.write("0\r\n\r\n")
    } else {
      try client.write(content)
    }
    return (client, try client.read())
  }

  @Test("A file is stored in pieces, with its digest, and returned byte for byte", arguments: [false, true])
  func putAndGet(isChunked: Bool) throws {
    let (client, made) = try put(Self.content, isChunked: isChunked)
    let stored = try #require(disk.put.withLock { $0 })
    #expect(made.status == 201 && made.fields["etag"] == "\"\(Self.entry(of: stored).tag)\"")
    #expect(stored.size == Self.content.count && stored.sha256 == SHA256.hash(Self.content))
    #expect(disk.pieces.withLock { $0[stored.blob]?.joined().elementsEqual(Self.content) } == true)
    let get = "GET /dav/notes.txt HTTP/1.1\r\nHost: localhost\r\n\(Self.basic)\r\n\r\n"
    try client.write(get + "HEAD" + get.dropFirst(3))
    let head = try client.readHead()
    #expect(head.fields["content-length"] == "\(Self.content.count)" && head.fields["content-encoding"] == nil)
    #expect(try client.readBytes(Self.content.count) == Self.content)
    let again = try client.read(isHead: true)
    #expect(again.status == 200 && again.fields["content-length"] == "\(Self.content.count)")
  }

  @Test("An empty file needs no piece")
  func empty() throws {
    let (_, made) = try put([])
    #expect(made.status == 201 && disk.put.withLock { $0?.size } == 0 && edge.service.calls("upload.write").isEmpty)
  }

  @Test("A body that cannot be stored is read to its end, and the connection serves the next request")
  func outage() throws {
    edge.service.fault("upload.write", Fault(.unavailable, "the service is unavailable"))
    let (client, rejected) = try put(Self.content)
    #expect(rejected.status == 503 && rejected.fields["retry-after"] == "1")
    try client.write("OPTIONS /dav HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let options = try client.read()
    #expect(options.status == 200 && options.fields["dav"] == "1")
    #expect(options.fields["allow"]?.contains("PROPFIND") == true)
  }

  @Test("A PUT without credentials is read to its end and is 401")
  func rejection() throws {
    let client = try edge.connect()
    try client.write("PUT /dav/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
    try client.write([UInt8](repeating: 0, count: 3_000_000))
    let response = try client.read()
    #expect(response.status == 401 && response.fields["www-authenticate"] == "Basic realm=\"Waymark\"")
    try client.write("OPTIONS /dav HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try client.read().status == 200)
  }

  @Test("A file over 64 MiB is 413 before it is sent")
  func tooLarge() throws {
    let client = try edge.connect()
    let lines = ["PUT /dav/a HTTP/1.1", "Host: localhost", Self.basic, "Content-Length: 67108865", "", ""]
    try client.write(lines.joined(separator: "\r\n"))
    #expect(try client.read().status == 413)
  }

  @Test("A client that expects 100 gets it")
  func continues() throws {
    let client = try edge.connect()
    let lines = ["PUT /dav/notes.txt HTTP/1.1", "Host: localhost", Self.basic, "Content-Length: 3"]
    try client.write((lines + ["Expect: 100-continue", "", ""]).joined(separator: "\r\n"))
    #expect(try client.readLine() == "HTTP/1.1 100 Continue\r")
    #expect(try client.readLine() == "\r")
    try client.write("abc")
    #expect(try client.read().status == 201)
  }

  @Test("A missing file is 404 with an empty body and without a tag")
  func missing() throws {
    let response = try send("GET", "/dav/none")
    #expect(response.status == 404 && response.body == "" && response.fields["etag"] == nil)
    #expect(response.fields["content-length"] == "0")
  }

  @Test("An unknown method is 405 with the known methods")
  func methods() throws {
    let response = try send("LOCK", "/dav/a")
    #expect(response.status == 405 && response.fields["allow"]?.contains("MKCOL") == true)
  }

  @Test("A user stores four bodies at a time")
  func places() throws {
    var clients: [RawClient] = []
    for _ in 0..<Limits.storedBodiesOfUser {
      let client = try edge.connect()
      let lines = ["PUT /dav/notes.txt HTTP/1.1", "Host: localhost", Self.basic, "Content-Length: 3"]
      try client.write((lines + ["Expect: 100-continue", "", ""]).joined(separator: "\r\n"))
      #expect(try client.readLine() == "HTTP/1.1 100 Continue\r")
      #expect(try client.readLine() == "\r")
      clients.append(client)
    }
    #expect(try put([1, 2, 3]).1.status == 503)
    for client in clients {
      try client.write("abc")
      #expect(try client.read().status == 201)
    }
    #expect(try put([1, 2, 3]).1.status == 201)
  }
}
