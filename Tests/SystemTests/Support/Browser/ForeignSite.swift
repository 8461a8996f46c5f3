import Foundation

/// A web server of another origin. Every path returns the same page.
final class ForeignSite: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init(_ html: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw HTTPFailure(description: "no port for another site") }
    port = UInt16(bigEndian: address.sin_port)
    let response = Array(
      ("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(html.utf8.count)\r\n"
        + "Connection: close\r\n\r\n" + html).utf8)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        // Browsers also open connections in advance and send nothing for a while.
        Thread.detachNewThread {
          var request = [UInt8](repeating: 0, count: 16_384)
          _ = recv(connection, &request, request.count, 0)
          _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
          close(connection)
        }
      }
    }
  }

  /// The thread ends when the socket is closed.
  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
