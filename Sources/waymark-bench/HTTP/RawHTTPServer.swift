import CLinux
import Glibc
import Proto
import Service
import Synchronization

/// A minimal server: it reads and writes a constant response. It runs on its own thread, whose CPU time is measured.
final class RawHTTPServer: Sendable {
  let address: ListenAddress
  private let listener: Int32
  private let clock = Atomic<clockid_t>(0)

  private static let response = [UInt8](
    """
    HTTP/1.1 200 OK\r\nDate: Fri, 20 Nov 2026 10:00:00 GMT\r\n\
    Content-Type: application/json\r\nContent-Length: 158\r\n\r\n\
    \(String(repeating: "x", count: 158))
    """.utf8)

  init() throws {
    listener = try TCPSocket.listen(host: "127.0.0.1", port: 0)
    address = ListenAddress(host: "127.0.0.1", port: TCPSocket.boundPort(listener) ?? 0)
    let context = Unmanaged.passRetained(self)
    var made = pthread_t()
    pthread_create(
      &made, nil,
      { @Sendable context in
        if let context { Unmanaged<RawHTTPServer>.fromOpaque(context).takeRetainedValue().serve() }
        return nil
      }, context.toOpaque())
    var clock = clockid_t()
    pthread_getcpuclockid(made, &clock)
    self.clock.store(clock, ordering: .relaxed)
    pthread_detach(made)
  }

  var processorNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(clock.load(ordering: .relaxed), &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private func serve() {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.fd = listener
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event)
    var events = [epoll_event](repeating: epoll_event(), count: 128)
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = epoll_wait(epoll, &events, 128, -1)
      guard count >= 0 else { continue }
      for ready in events[..<Int(count)] {
        if ready.data.fd == listener {
          event.data.fd = accept4(listener, nil, nil, Int32(SOCK_NONBLOCK.rawValue))
          epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event)
        } else if recv(ready.data.fd, &buffer, buffer.count, 0) > 0 {
          _ = send(ready.data.fd, Self.response, Self.response.count, Int32(MSG_NOSIGNAL))
        } else {
          close(ready.data.fd)
        }
      }
    }
  }
}
