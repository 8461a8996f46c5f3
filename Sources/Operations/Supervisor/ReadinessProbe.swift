import CLinux
import Glibc
import Proto
import Service

/// Requests `/readyz` from one edge after the other until all are ready, without blocking.
struct ReadinessProbe {
  static let pause = 10
  static let patience = 1_000

  /// The sockets of the edges that are not ready.
  private var paths: ArraySlice<String>
  private(set) var descriptor: Int32 = -1
  private var askedAt = 0
  private(set) var askAgainAt: Int? = 0

  /// Uses the edges' Unix sockets: clients that wait for the stack may have filled the queue of the TCP port.
  init(_ paths: [String]) {
    self.paths = paths[...]
  }

  /// When to ask again if there is no response.
  var deadline: Int {
    askAgainAt ?? askedAt + Self.patience
  }

  mutating func ask(now: Int) {
    if descriptor >= 0, now - askedAt < Self.patience { return }
    if descriptor < 0, let askAgainAt, now < askAgainAt { return }
    finish(now: now)
    guard let path = paths.first, let socket = try? UnixSocket.connect(path: path) else { return }
    let request = Array("GET /readyz HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      close(socket)
      return
    }
    descriptor = socket
    askedAt = now
    askAgainAt = nil
  }

  /// Returns true if the response is 200 and that of the last edge.
  mutating func receive(now: Int) -> Bool {
    var response = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &response, response.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    finish(now: now)
    guard count > 12, response.starts(with: Array("HTTP/1.1 200".utf8)) else { return false }
    paths.removeFirst()
    askAgainAt = now
    return paths.isEmpty
  }

  mutating func finish(now: Int) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    askAgainAt = now + Self.pause
  }
}
