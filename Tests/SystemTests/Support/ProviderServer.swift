import Foundation
import Synchronization
import TestProvider

/// Serves the tests' own provider over HTTP, one thread per connection.
final class ProviderServer: Sendable {
  let provider: TestProvider
  let port: UInt16
  private let listener: Int32
  private let isStopped = Mutex(false)

  init(key: SigningKey, hasSecret: Bool = true) throws {
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
    guard isBound else { throw HTTPFailure(description: "the provider cannot listen") }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    provider = TestProvider(
      issuer: "http://127.0.0.1:\(port)", key: key, hasSecret: hasSecret, now: Int(Date().timeIntervalSince1970))
    let served = provider
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection, served) }
      }
    }
  }

  deinit { stop() }

  /// Further connections are rejected.
  func stop() {
    isStopped.withLock { isStopped in
      if !isStopped {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
      }
      isStopped = true
    }
  }

  private static func serve(_ connection: Int32, _ provider: TestProvider) {
    defer { close(connection) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.components(separatedBy: ": ")
          headers[parts[0].lowercased()] = parts.dropFirst().joined(separator: ": ")
        }
        let body = text[end.upperBound...]
        if body.utf8.count >= Int(headers["content-length"] ?? "") ?? 0 {
          let words = lines[0].components(separatedBy: " ")
          let request = TestProvider.Request(words[0], words[1], headers: headers, body: String(body))
          // Tokens are dated when they are made, so that they do not expire during a slow run.
          let now = Int(Date().timeIntervalSince1970)
          provider.behave { $0.now = now }
          let response = provider.respond(to: request)
          try? eventually("the provider responds") { !provider.isHeld }
          return answer(response, connection)
        }
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return }
      bytes += chunk[..<count]
    }
  }

  private static func answer(_ response: TestProvider.Response, _ connection: Int32) {
    var head = "HTTP/1.1 \(response.status) X\r\nConnection: close\r\nContent-Length: \(response.body.count)\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    let bytes = Array((head + "\r\n").utf8) + response.body
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      sent += count
    }
  }
}

extension CookieClient {
  /// Returns from the provider with the parameters of its redirection.
  func callback(_ query: [(String, String)], verb: String = "GET") throws -> Response {
    let text = query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
    return try send(verb, "/session/oidc/callback?" + text.joined(separator: "&"))
  }

  /// Signs in with the provider. Returns the address to which the sign-in leads.
  func signIn(_ provider: TestProvider, _ query: String = "to=/books") throws -> String? {
    let begun = try send("GET", "/session/oidc?" + query)
    guard let location = begun.headers["location"], location.hasPrefix(provider.issuer) else {
      return begun.headers["location"]
    }
    return try callback(provider.authorize(location) + [("session_state", "x")]).headers["location"]
  }
}
