import Foundation
import Testing

/// A server on a local socket that sends what a test writes.
final class StreamListener: Sendable {
  let port: UInt16
  private let listening: Int32

  init() throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    listening = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listening
    let isOpen = withUnsafeMutableBytes(of: &address) { bytes in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(descriptor, place, size) == 0 && listen(descriptor, 4) == 0
        && getsockname(descriptor, place, &size) == 0
    }
    guard isOpen else { throw CocoaError(.fileNoSuchFile) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(listening)
  }

  /// Accepts the next connection and returns it with the head of its request.
  func connection() async -> (StreamConnection, head: String) {
    let listening = listening
    return await inThread {
      let connection = StreamConnection(accept(listening, nil, nil))
      var head = ""
      while !head.hasSuffix("\r\n\r\n"), let more = connection.read() { head += more }
      return (connection, head)
    }
  }
}

final class StreamConnection: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  func sendChunk(_ text: String) {
    send(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
  }

  /// Reads bytes. Returns nil after the client has closed the connection.
  func read() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Waits until the client closes the connection. Returns false after a timeout.
  func isClosed() async -> Bool {
    await inThread {
      while self.read() != nil {}
      return errno != EAGAIN
    }
  }
}

/// Runs blocking work on a separate thread.
func inThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
