import CLinux
import Glibc
import Service

/// Blocking TCP connections.
enum TCP {
  static func connect(_ address: ListenAddress) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let info = found else { return nil }
    defer { freeaddrinfo(found) }
    let socket = Glibc.socket(info.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    guard Glibc.connect(socket, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
      close(socket)
      return nil
    }
    return socket
  }
}
