internal import Glibc

/// Listening sockets that the service manager opened for this process: `LISTEN_PID`, `LISTEN_FDS`, `LISTEN_FDNAMES`.
public struct HandedSocket: Hashable, Sendable {
  public var name: String
  public var descriptor: CInt

  private static let first: CInt = 3

  /// Returns the listening descriptors, once: it removes the variables, so that no child process uses them too.
  public static func take() -> [HandedSocket] {
    let count = variable("LISTEN_FDS").flatMap { CInt($0) } ?? 0
    let isOurs = variable("LISTEN_PID").flatMap { pid_t($0) } == getpid()
    let names = variable("LISTEN_FDNAMES").map { $0.split(separator: ":", omittingEmptySubsequences: false) } ?? []
    for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard isOurs, count > 0, count <= 64 else { return [] }
    var sockets: [HandedSocket] = []
    for offset in 0..<Int(count) {
      let descriptor = first + CInt(offset)
      guard SocketOptions.isListening(descriptor) else { continue }
      SocketOptions.setNonBlocking(descriptor)
      sockets.append(HandedSocket(name: offset < names.count ? String(names[offset]) : "", descriptor: descriptor))
    }
    return sockets
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
