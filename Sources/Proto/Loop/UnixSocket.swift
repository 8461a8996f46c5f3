internal import CLinux
internal import Glibc

/// The reason why a socket file cannot be used, for the person who started the process.
public struct UnixSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  /// Whether another process listens there, so that a retry is useless.
  public var isTaken = false
}

/// Creates sockets in the file system, with mode 0600 in a directory of mode 0700.
public enum UnixSocket {
  /// Connects without waiting. Throws if no process listens.
  public static func connect(path: String) throws(SystemError) -> CInt {
    guard let address = address(path) else { throw SystemError(ENAMETOOLONG, path) }
    let descriptor = socket(AF_UNIX, streamType, 0)
    guard descriptor >= 0 else { throw SystemError.last("socket") }
    guard with(address, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let error = SystemError.last("connect to \(path)")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Whether a process listens there, even if its backlog is full.
  public static func hasListener(path: String) -> Bool {
    do throws(SystemError) {
      close(try connect(path: path))
      return true
    } catch {
      return error.number == EAGAIN
    }
  }

  /// Whether a socket can have this path: the system allows 107 bytes.
  public static func isUsable(path: String) -> Bool {
    address(path) != nil
  }

  /// Listens on `path`. Replaces the file of a process that has ended, but not one that a process listens on.
  public static func listen(path: String) throws(UnixSocketError) -> CInt {
    guard let address = address(path) else {
      throw UnixSocketError(description: "\(path): a socket path has at most 107 bytes; choose a shorter --run")
    }
    let directory = try openDirectory(of: path)
    // Two processes that start at once check one after the other. Closing the descriptor releases the lock.
    defer { close(directory) }
    while flock(directory, LOCK_EX) != 0 && errno == EINTR {}
    try removeStale(path)
    let descriptor = socket(AF_UNIX, streamType, 0)
    guard descriptor >= 0 else { throw failure(path) }
    // No peer can connect before `listen`, when the mode is already set.
    guard with(address, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      Glibc.listen(descriptor, CInt(LoopLimits.listenBacklog)) == 0
    else {
      let error = failure(path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func removeStale(_ path: String) throws(UnixSocketError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw UnixSocketError(description: "\(path) exists and is not a socket; move it away")
    }
    do throws(SystemError) {
      close(try connect(path: path))
    } catch {
      guard error.number != ECONNREFUSED else {
        unlink(path)
        return
      }
      guard error.number == EAGAIN else {
        throw UnixSocketError(description: "\(path): \(String(cString: strerror(error.number)))")
      }
    }
    throw UnixSocketError(
      description: "\(path): another process is listening there; stop it, or choose another --run directory",
      isTaken: true)
  }

  /// Opens the directory of `path`. Creates it for this user only if it is missing.
  private static func openDirectory(of path: String) throws(UnixSocketError) -> CInt {
    let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let directory = name.isEmpty ? "/" : name
    makeDirectories(directory)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(directory) }
    var status = stat()
    // A directory of another user, such as a mounted volume, keeps its mode; its sockets are 0600 in any case.
    if fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_ISVTX == 0 {
      fchmod(descriptor, 0o700)
    }
    return descriptor
  }

  private static func makeDirectories(_ directory: String) {
    guard mkdir(directory, 0o700) != 0, errno == ENOENT, let slash = directory.lastIndex(of: "/") else { return }
    let parent = String(directory[..<slash])
    guard !parent.isEmpty else { return }
    makeDirectories(parent)
    mkdir(directory, 0o700)
  }

  private static func failure(_ path: String) -> UnixSocketError {
    UnixSocketError(description: "\(path): \(String(cString: strerror(errno)))")
  }

  private static var streamType: CInt {
    CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard !bytes.isEmpty, bytes.count < capacity, !bytes.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  private static func with(_ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    var address = address
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
