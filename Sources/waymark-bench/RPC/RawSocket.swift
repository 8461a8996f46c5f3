import CLinux
import Glibc

/// One socket with epoll and two buffers, for the baseline.
final class RawSocket {
  let descriptor: CInt
  private let epoll: CInt
  private let input = UnsafeMutableRawPointer.allocate(byteCount: 1 << 17, alignment: 16)
  let output = UnsafeMutableRawPointer.allocate(byteCount: 1 << 17, alignment: 16)
  private var filled = 0
  var written = 0

  init(_ descriptor: CInt) throws {
    self.descriptor = descriptor
    epoll = epoll_create1(0)
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw BenchFailure("epoll_ctl failed") }
  }

  deinit {
    close(descriptor)
    close(epoll)
    input.deallocate()
    output.deallocate()
  }

  func flush() {
    var sent = 0
    while sent < written {
      let count = send(descriptor, output + sent, written - sent, CInt(MSG_NOSIGNAL))
      if count > 0 { sent += count }
    }
    written = 0
  }

  /// Waits, reads once and passes on each complete frame. Returns false if the peer has closed the connection.
  func turn(_ body: (_ frame: UnsafeMutableRawPointer, _ length: Int) -> Void) -> Bool {
    var event = epoll_event()
    guard epoll_wait(epoll, &event, 1, -1) > 0 else { return errno == EINTR }
    let count = recv(descriptor, input + filled, 1 << 17 - filled, 0)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    filled += count
    var start = 0
    while filled - start >= 9 {
      let length = 4 + Int(UInt32(bigEndian: (input + start).loadUnaligned(as: UInt32.self)))
      guard filled - start >= length else { break }
      body(input + start, length)
      start += length
    }
    filled -= start
    if filled > 0 { memmove(input, input + start, filled) }
    return true
  }
}
