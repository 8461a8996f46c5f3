import CLinux
import Glibc
import Proto
import Service

/// Asks the edge over and over for `/readyz`, without ever waiting for it.
struct ReadinessProbe {
  static let pause = 10
  static let patience = 1_000

  private let path: String
  private(set) var descriptor: Int32 = -1
  private var askedAt = 0
  private(set) var askAgainAt: Int? = 0

  /// By the edge's own socket: its queue is not filled by callers that wait for the stack.
  init(_ path: String) {
    self.path = path
  }

  /// When to ask again even if nothing was received.
  var deadline: Int {
    askAgainAt ?? askedAt + Self.patience
  }

  mutating func ask(now: Int) {
    if descriptor >= 0, now - askedAt < Self.patience { return }
    if descriptor < 0, let askAgainAt, now < askAgainAt { return }
    finish(now: now)
    guard let socket = try? UnixSocket.connect(path: path) else { return }
    let request = Array("GET /readyz HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      close(socket)
      return
    }
    descriptor = socket
    askedAt = now
    askAgainAt = nil
  }

  /// True once the answer is 200.
  mutating func receive(now: Int) -> Bool {
    var answer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &answer, answer.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    finish(now: now)
    return count > 12 && answer.starts(with: Array("HTTP/1.1 200".utf8))
  }

  mutating func finish(now: Int) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    askAgainAt = now + Self.pause
  }
}

/// Blocking connections of the command line.
enum TCP {
  static func connect(_ address: ListenAddress) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let info = found else { return nil }
    defer { freeaddrinfo(found) }
    let socket = Glibc.socket(info.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    guard Glibc.connect(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
      close(socket)
      return nil
    }
    return socket
  }
}
