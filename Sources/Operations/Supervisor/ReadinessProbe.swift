import CLinux
import Glibc
import Proto
import Service

/// Checks without blocking whether the whole stack responds. Requests `/readyz` from one edge after the other until all
/// are ready, and then waits until outbound listens, because `/readyz` is 200 without it.
struct ReadinessProbe {
  static let pause = 10
  static let patience = 1_000
  /// The longest wait for outbound after the edges are ready. Without it, everything but calls to other servers works.
  static let outboundPatience = 30_000

  /// The sockets of the edges that are not ready.
  private var edges: ArraySlice<String>
  private let outbound: String
  private var isOutboundAwaited = true
  /// When the wait for outbound began, or nil before that.
  private var waitsSince: Int?
  private(set) var isReady = false
  private(set) var descriptor: Int32 = -1
  private var askedAt = 0
  private(set) var askAgainAt: Int? = 0

  /// Uses the edges' Unix sockets: clients that wait for the stack may have filled the queue of the TCP port.
  init(edges: [String], outbound: String) {
    self.edges = edges[...]
    self.outbound = outbound
  }

  /// When to ask again if there is no response.
  var deadline: Int {
    askAgainAt ?? askedAt + Self.patience
  }

  mutating func ask(now: Int) {
    if descriptor >= 0, now - askedAt < Self.patience { return }
    if descriptor < 0, let askAgainAt, now < askAgainAt { return }
    finish(now: now)
    guard let edge = edges.first else { return checkOutbound(now: now) }
    guard let socket = try? UnixSocket.connect(path: edge) else { return }
    let request = Array("GET /readyz HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      close(socket)
      return
    }
    descriptor = socket
    askedAt = now
    askAgainAt = nil
  }

  mutating func receive(now: Int) {
    var response = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &response, response.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    finish(now: now)
    guard count > 12, response.starts(with: Array("HTTP/1.1 200".utf8)) else { return }
    edges.removeFirst()
    askAgainAt = now
  }

  /// Waits for outbound no longer, because it has exited.
  mutating func skipOutbound() {
    isOutboundAwaited = false
  }

  private mutating func checkOutbound(now: Int) {
    let start = waitsSince ?? now
    waitsSince = start
    isReady = !isOutboundAwaited || now - start >= Self.outboundPatience || UnixSocket.hasListener(path: outbound)
  }

  private mutating func finish(now: Int) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    askAgainAt = now + Self.pause
  }
}
