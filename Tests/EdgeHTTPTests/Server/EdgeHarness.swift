import API
import Foundation
import Glibc
import Proto
import Service
import Synchronization
import Testing

@testable import EdgeHTTP

/// Returns whether the condition becomes true within a minute, by the monotonic clock.
func comes(_ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < end {
    if try isSo() { return true }
    poll(nil, 0, 1)
  }
  return false
}

/// An edge on its own loop, with clients on socket pairs and one fake service.
final class EdgeHarness: Sendable {
  let loop: Loop
  let service: FakeService
  private let edge: LoopLocal<Edge>

  init(
    origins: [String] = [], jwks: String? = nil, issuer: String? = nil, audience: String? = nil,
    settings: [String: String] = [:], bufferBytes: Int = 128 << 20, connections: Int = Limits.connections,
    patience: ServiceGate.Patience = .init(wait: 60_000_000_000), website: Website? = nil,
    importer: ImportProgram? = nil
  ) throws {
    let settings = try Settings(flags: [:]) { settings[$0] }
    let loop = try Loop.spawn()
    self.loop = loop
    let service = FakeService(loop: loop)
    self.service = service
    let made = Mutex<LoopLocal<Edge>?>(nil)
    let isMade = DispatchSemaphore(value: 0)
    loop.execute {
      let keys = jwks.flatMap { try? JWKS(parsing: [UInt8]($0.utf8)) }
      let jwt = keys.map { JWT(keys: $0, issuer: issuer, audience: audience) }
      let edge = try? Edge(
        loop: loop, log: Log(service: "edge", level: .error), metrics: Metrics(service: "edge"),
        services: ["session", "stats", "milestone", "diversity"].map { ($0, service) },
        options: Edge.Options(
          bufferBytes: bufferBytes, connections: connections, patience: patience, corsOrigins: origins, jwt: jwt,
          trustedProxies: settings.trustedProxies, userHeader: settings.userHeader?.lowercased(),
          publicURL: settings.publicURL, website: website, metricsAccess: settings.metricsAccess,
          metricsMilliseconds: 0, importer: importer,
          connectors: Set(settings.connectors.compactMap(ConnectorName.init))))
      made.withLock { $0 = edge.map { LoopLocal(onLoop: loop, $0) } }
      isMade.signal()
    }
    isMade.wait()
    edge = try #require(made.withLock { $0 })
  }

  deinit {
    loop.stop()
  }

  /// Runs `body` on the edge's loop and returns its result.
  @discardableResult
  func inspect<Value: Sendable>(_ body: @escaping @Sendable (Edge) -> Value) -> Value {
    let found = Mutex<Value?>(nil)
    let isFound = DispatchSemaphore(value: 0)
    loop.execute { [edge] in
      let value = body(edge.value)
      found.withLock { $0 = value }
      isFound.signal()
    }
    isFound.wait()
    guard let value = found.withLock({ $0 }) else { preconditionFailure("the loop has run the body") }
    return value
  }

  func connect(isForMetrics: Bool = false) throws -> RawClient {
    try connectShowingStream(isForMetrics: isForMetrics).client
  }

  /// Also returns the edge's end of the connection.
  func connectShowingStream(
    isForMetrics: Bool = false
  ) throws -> (client: RawClient, stream: LoopLocal<SocketStream>) {
    let (ours, theirs) = try SocketOptions.pair()
    let stream = LoopLocal(loop, SocketStream(loop: loop, adopting: theirs))
    loop.execute { [edge] in edge.value.accept(stream.value, isForMetrics: isForMetrics) }
    return (RawClient(ours), stream)
  }

  /// Makes every deadline of the edge expire.
  func exhaustPatience() {
    loop.execute { [edge] in edge.value.check(now: .max) }
  }

  /// Sends one request on a new connection.
  func send(
    _ verb: String, _ path: String, token: String? = "wm_rw", fields: [String] = [], body: String? = nil,
    isForMetrics: Bool = false
  ) throws -> ReceivedResponse {
    var lines = ["\(verb) \(path) HTTP/1.1", "Host: localhost"]
    if let token { lines.append("Authorization: Bearer \(token)") }
    if let body {
      lines.append("Content-Length: \(body.utf8.count)")
      if !fields.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
        lines.append("Content-Type: application/json")
      }
    }
    let text = (lines + fields + ["", ""]).joined(separator: "\r\n") + (body ?? "")
    let client = try connect(isForMetrics: isForMetrics)
    try client.write(text)
    return try client.read(isHead: verb == "HEAD")
  }
}

/// A response as a client receives it.
struct ReceivedResponse {
  var status = 0
  var fields: [String: String] = [:]
  var body = ""

  var json: NSDictionary? {
    try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? NSDictionary
  }
}

/// A blocking client that sends exactly the bytes it is given.
final class RawClient {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  struct Ended: Error {}
  struct TimedOut: Error {}

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws { try write([UInt8](text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(descriptor, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
      guard count > 0 else { throw Ended() }
      sent += count
    }
  }

  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func fill() throws {
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count < 0, errno == EAGAIN { throw TimedOut() }
    guard count > 0 else { throw Ended() }
    buffer += piece[..<count]
  }

  var isAtEnd: Bool {
    do {
      try fill()
      return false
    } catch {
      return error is Ended && buffer.isEmpty
    }
  }

  /// Discards at most `most` bytes and returns their number.
  func readSome(_ most: Int) throws -> Int {
    if buffer.isEmpty { try fill() }
    let count = min(most, buffer.count)
    buffer.removeFirst(count)
    return count
  }

  func readLine() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        return line
      }
      try fill()
    }
  }

  /// Returns the next chunk of a chunked response, which is empty at the end.
  func readChunk() throws -> String {
    var size: Int?
    while size == nil {
      if let end = buffer.firstRange(of: [13, 10]) {
        size = Int(String(decoding: buffer[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
        buffer.removeFirst(end.upperBound)
      } else {
        try fill()
      }
    }
    let length = size ?? 0
    while buffer.count < length + 2 { try fill() }
    let text = String(decoding: buffer[..<length], as: UTF8.self)
    buffer.removeFirst(length + 2)
    return text
  }

  func read(isHead: Bool = false) throws -> ReceivedResponse {
    var response = try readHead()
    let length = isHead ? 0 : Int(response.fields["content-length"] ?? "0") ?? 0
    response.body = String(decoding: try readBytes(length), as: UTF8.self)
    return response
  }

  func readBytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { try fill() }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  func readHead() throws -> ReceivedResponse {
    var end: Int?
    while end == nil {
      end = buffer.firstRange(of: [13, 10, 13, 10])?.lowerBound
      if end == nil { try fill() }
    }
    let head = String(decoding: buffer[..<(end ?? 0)], as: UTF8.self)
    buffer.removeFirst((end ?? 0) + 4)
    var response = ReceivedResponse()
    for (index, line) in head.components(separatedBy: "\r\n").enumerated() {
      if index == 0 {
        response.status = Int(line.split(separator: " ")[1]) ?? 0
        continue
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      let name = parts[0].lowercased()
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      response.fields[name] = response.fields[name].map { "\($0), \(value)" } ?? value
    }
    return response
  }
}
