import CLinux
import Glibc
import Proto
import Service

/// Checks at intervals, without blocking, whether a process responds. A service gets a ping on a persistent connection,
/// the edge a new HTTP request.
struct LivenessProbe {
  private let isEdge: Bool
  private let path: String
  private(set) var descriptor: Int32 = -1
  private(set) var liveness = Liveness()
  /// When the next probe is due.
  private(set) var dueAt: Int

  init(name: String, isEdge: Bool, settings: Settings, now: Int) {
    self.isEdge = isEdge
    path = settings.socketPath(name)
    dueAt = now + Self.pause(settings)
  }

  static func pause(_ settings: Settings) -> Int {
    settings.silenceMilliseconds / 8
  }

  mutating func ask(now: Int, settings: Settings) {
    guard now >= dueAt else { return }
    dueAt = now + Self.pause(settings)
    // The previous probe is still pending.
    guard liveness.askedAt == nil || descriptor < 0 else { return }
    liveness.ask(now: now)
    let bytes: [UInt8]
    if descriptor >= 0 {
      bytes = Frame(.ping, call: 1, payload: [0xF6]).encoded
    } else {
      guard let made = try? UnixSocket.connect(path: path) else { return }
      descriptor = made
      bytes = greeting
    }
    if send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count { hangUp() }
  }

  private var greeting: [UInt8] {
    guard !isEdge else {
      return Array("GET /healthz HTTP/1.1\r\nHost: edge\r\nConnection: close\r\n\r\n".utf8)
    }
    let hello = (try? CBOREncoder.encode(Hello(service: "up", build: Build.version))) ?? []
    return Frame(.hello, call: 0, payload: hello).encoded + Frame(.ping, call: 1, payload: [0xF6]).encoded
  }

  /// Any bytes, and also the end of the connection, show that the process is alive.
  mutating func receive() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      liveness.receive()
      guard count > 0 else { return hangUp() }
    }
  }

  mutating func resume(now: Int) {
    liveness.resume(now: now)
  }

  /// Starts again as for a new process.
  mutating func reset() {
    liveness = Liveness()
  }

  mutating func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
