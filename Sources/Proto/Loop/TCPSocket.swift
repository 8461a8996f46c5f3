internal import CLinux
internal import Glibc

/// Creates listening network sockets.
public enum TCPSocket {
  /// Listens on a numeric address or a name of this host. Port 0 lets the system choose: see `boundPort`.
  /// With `sharingPort` several loops can each have a socket on the same port.
  public static func listen(host: String, port: UInt16, sharingPort: Bool = false) throws(SystemError) -> CInt {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_ADDRCONFIG
    var found: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host.isEmpty ? nil : host, String(port), &hints, &found)
    guard result == 0, let first = found else { throw SystemError(EADDRNOTAVAIL, "listen on \(host):\(port)") }
    defer { freeaddrinfo(first) }
    var failure = SystemError(EADDRNOTAVAIL, "listen on \(host):\(port)")
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let candidate = next {
      do throws(SystemError) {
        return try listen(candidate.pointee, sharingPort, "listen on \(host):\(port)")
      } catch {
        failure = error
      }
      next = candidate.pointee.ai_next
    }
    throw failure
  }

  private static func listen(_ info: addrinfo, _ sharingPort: Bool, _ operation: String) throws(SystemError) -> CInt {
    let type = info.ai_socktype | CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(info.ai_family, type, info.ai_protocol)
    guard descriptor >= 0 else { throw SystemError.last(operation) }
    var one: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if sharingPort { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, size) }
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0,
      Glibc.listen(descriptor, CInt(LoopLimits.listenBacklog)) == 0
    else {
      let error = SystemError.last(operation)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  public static func boundPort(_ descriptor: CInt) -> UInt16? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) } == 0
        ? port(of: pointer.pointee) : nil
    }
  }

  private static func port(of storage: sockaddr_storage) -> UInt16? {
    // The port is at the same place in both families.
    guard storage.ss_family == sa_family_t(AF_INET) || storage.ss_family == sa_family_t(AF_INET6) else { return nil }
    return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
  }
}
