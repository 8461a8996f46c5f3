import Glibc
import Synchronization

/// An HTTP server on loopback whose responses a test decides, one thread per connection.
public final class ForeignServer: Sendable {
  public struct Request: Sendable {
    public var method: String
    /// The path with its query.
    public var target: String
    /// By lower-case name.
    public var headers: [String: String]
    public var body: [UInt8]

    public var bodyText: String { String(decoding: body, as: UTF8.self) }
  }

  public enum Response: Sendable {
    case status(Int, headers: [(String, String)], body: [UInt8])
    /// Closes the connection without a response.
    case cut
    /// Sends these bytes and closes the connection.
    case raw([UInt8])
    /// Never responds.
    case silence

    public static func text(
      _ status: Int = 200, _ body: String = "", type: String = "application/json", headers: [(String, String)] = []
    ) -> Response {
      .status(status, headers: [("Content-Type", type)] + headers, body: Array(body.utf8))
    }
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var isStopped = false
    var respond: @Sendable (Request) -> Response
  }

  public let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  /// Traps if no port can be opened.
  public init(_ respond: @escaping @Sendable (Request) -> Response = { _ in .text(204) }) {
    state = Mutex(State(respond: respond))
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    precondition(isBound, "the foreign server cannot listen")
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Self.detach { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let server = self else {
          close(connection)
          return
        }
        server.state.withLock { $0.connections += 1 }
        Self.detach { server.serve(connection) }
      }
    }
  }

  deinit { stop() }

  public var url: String { "http://127.0.0.1:\(port)" }
  public var requests: [Request] { state.withLock { $0.requests } }
  /// The number of connections so far.
  public var connections: Int { state.withLock { $0.connections } }

  /// Decides the responses from now on.
  public func respond(_ body: @escaping @Sendable (Request) -> Response) {
    state.withLock { $0.respond = body }
  }

  public func forget() { state.withLock { $0.requests = [] } }

  /// Further connections are rejected.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }

  private static func detach(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    precondition(code == 0, "no thread for the foreign server")
    pthread_detach(thread)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = Self.read(connection) else { return }
    let respond = state.withLock { state in
      state.requests.append(request)
      return state.respond
    }
    switch respond(request) {
    case .cut: return
    case .silence:
      // Until the client gives up.
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
    case .raw(let bytes): Self.send(bytes, connection)
    case .status(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) X\r\nConnection: close\r\n"
      if status != 204 { head += "Content-Length: \(body.count)\r\n" }
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      Self.send(Array((head + "\r\n").utf8) + (status == 204 ? [] : body), connection)
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) {
        let lines = String(decoding: bytes[..<head], as: UTF8.self).split(separator: "\r\n").map(String.init)
        let words = lines[0].split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let body = bytes[(head + 4)...]
        let length = Int(headers["content-length"] ?? "") ?? 0
        if body.count >= length {
          return Request(method: words[0], target: words[1], headers: headers, body: Array(body.prefix(length)))
        }
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
  }

  private static func send(_ bytes: [UInt8], _ connection: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }
}
