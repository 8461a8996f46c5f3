import Glibc

/// Standard error of a process that must not block: where it is not read, lines are lost and nothing waits.
enum ErrorStream {
  static var isReady: Bool {
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLOUT) != 0
  }

  static func write(_ line: [UInt8]) {
    guard isReady else { return }
    // A pipe that is ready takes this much without blocking, and in one piece.
    var rest = line[...]
    let most = Int(PIPE_BUF)
    while !rest.isEmpty {
      let piece = Array(rest.prefix(most))
      guard Glibc.write(STDERR_FILENO, piece, piece.count) == piece.count else { return }
      rest = rest.dropFirst(most)
      guard rest.isEmpty || isReady else { return }
    }
  }
}
