import Glibc

/// Non-blocking writes to standard error. If nobody reads it, lines are dropped.
enum ErrorStream {
  static var isReady: Bool {
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLOUT) != 0
  }

  static func write(_ line: [UInt8]) {
    guard isReady else { return }
    // A write of at most PIPE_BUF bytes to a ready pipe neither blocks nor is split.
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
