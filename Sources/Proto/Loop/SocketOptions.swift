internal import CLinux
internal import Glibc

/// Options and properties of sockets.
public enum SocketOptions {
  /// Returns the user id of the process at the other end of a Unix socket, at the time of its `connect`.
  public static func peerUserID(_ descriptor: CInt) -> UInt32? {
    // The layout of `struct ucred`, which is not imported: process, user, group.
    var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0, length == 12 else { return nil }
    return credentials.1
  }

  public static func isListening(_ descriptor: CInt) -> Bool {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0
  }

  /// Sends small segments at once instead of waiting for acknowledgements.
  public static func setNoDelay(_ descriptor: CInt) {
    var one: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Acknowledges received bytes now. The system would wait up to 40 ms for output that can carry the acknowledgement.
  static func acknowledge(_ descriptor: CInt) {
    var one: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_QUICKACK, &one, socklen_t(MemoryLayout<CInt>.size))
  }

  static func setNonBlocking(_ descriptor: CInt) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Returns two connected, non-blocking descriptors, for a client and a server in one process.
  public static func pair() throws(SystemError) -> (CInt, CInt) {
    var descriptors: (CInt, CInt) = (-1, -1)
    let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let result = withUnsafeMutableBytes(of: &descriptors) { bytes in
      socketpair(AF_UNIX, type, 0, bytes.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    guard result == 0 else { throw SystemError.last("socketpair") }
    return descriptors
  }
}

package func ownUserID() -> UInt32 { geteuid() }

package func closeDescriptor(_ descriptor: CInt) { close(descriptor) }
