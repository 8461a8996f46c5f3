internal import CLinux
internal import Glibc

/// A listening socket on a loop. Belongs to its loop's thread, and stays alive until it is closed.
public final class SocketListener: PollHandler {
  public let loop: Loop
  public let descriptor: CInt
  private let accepted: (SocketStream) -> Void
  private let rejected: (SystemError) -> Void
  private let accept: (_ listening: CInt, _ flags: CInt) -> CInt
  /// Closed for a moment when the process has no descriptor left, so that the waiting connection can be accepted and
  /// closed.
  private var reserve: CInt
  private var isClosed = false

  /// Takes over a bound, listening, non-blocking descriptor. `accepted` gets each connection as a stream that is not
  /// started. `rejected` is called when a connection must be closed or must wait because the process or the machine has
  /// no descriptor or memory left.
  public convenience init(
    loop: Loop, adopting descriptor: CInt, rejected: @escaping (SystemError) -> Void = { _ in },
    accepted: @escaping (SocketStream) -> Void
  ) throws(SystemError) {
    try self.init(
      loop: loop, adopting: descriptor, rejected: rejected, accept: { accept4($0, nil, nil, $1) }, accepted: accepted)
  }

  /// Tests pass an `accept` that fails.
  init(
    loop: Loop, adopting descriptor: CInt, rejected: @escaping (SystemError) -> Void,
    accept: @escaping (_ listening: CInt, _ flags: CInt) -> CInt, accepted: @escaping (SocketStream) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.descriptor = descriptor
    self.rejected = rejected
    self.accept = accept
    self.accepted = accepted
    reserve = SocketListener.openReserve()
    try loop.watch(descriptor, events: EPOLLIN.rawValue, handler: self)
  }

  public func close() {
    guard !isClosed else { return }
    isClosed = true
    loop.unwatch(descriptor)
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
  }

  public func ready(_ events: UInt32) {
    for _ in 0..<LoopLimits.acceptsPerTurn {
      guard !isClosed else { return }
      let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let connection = accept(descriptor, flags)
      if connection >= 0 {
        accepted(SocketStream(loop: loop, adopting: connection))
        continue
      }
      let number = errno
      switch number {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE:
        rejected(SystemError(number, "accept"))
        guard rejectOne() else { return pause() }
      case ENOMEM, ENOBUFS:
        rejected(SystemError(number, "accept"))
        return pause()
      default: return
      }
    }
  }

  /// Closes one waiting connection with the reserved descriptor. Returns false if that fails.
  private func rejectOne() -> Bool {
    guard reserve >= 0 else { return false }
    Glibc.close(reserve)
    let connection = accept(descriptor, CInt(SOCK_CLOEXEC.rawValue))
    if connection >= 0 { Glibc.close(connection) }
    reserve = SocketListener.openReserve()
    return connection >= 0 && reserve >= 0
  }

  private func pause() {
    loop.rewatch(descriptor, events: 0)
    loop.schedule(afterMilliseconds: LoopLimits.acceptPauseMilliseconds) { [weak self] in
      guard let self, !isClosed else { return }
      if reserve < 0 { reserve = SocketListener.openReserve() }
      loop.rewatch(descriptor, events: EPOLLIN.rawValue)
    }
  }

  private static func openReserve() -> CInt {
    open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
