import CLinux
import Glibc
import Service

/// The edge's listening socket, held by the parent: the port outlives the edge, and callers wait in it while the edge restarts.
struct Listener: ~Copyable {
  let descriptor: Int32
  let address: ListenAddress

  init(_ wanted: ListenAddress) throws(CommandFailure) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(wanted.host, String(wanted.port), &hints, &found)
    guard failure == 0, let info = found else {
      throw CommandFailure("cannot listen on \(wanted): \(String(cString: gai_strerror(failure)))")
    }
    defer { freeaddrinfo(found) }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(info.pointee.ai_family, type, 0)
    guard socket >= 0 else { throw CommandFailure("cannot make a socket: \(Errno.text)") }
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, listen(socket, 4_096) == 0 else {
      let reason = Errno.text
      close(socket)
      throw CommandFailure("cannot listen on \(wanted): \(reason); give another --listen")
    }
    descriptor = socket
    address = ListenAddress(host: wanted.host, port: Self.port(of: socket) ?? wanted.port)
  }

  private static func port(of socket: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer -> UInt16? in
      let known = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
      guard known == 0 else { return nil }
      // The port stands at the same place in an IPv4 and an IPv6 address.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  deinit {
    close(descriptor)
  }
}
