internal import Glibc

/// Listens on a socket file, and creates the file again if it was deleted. On its loop only.
public final class UnixListener {
  private let loop: Loop
  private let path: String
  private let rejected: (SystemError) -> Void
  private let accepted: (SocketStream) -> Void
  private var listener: SocketListener
  private var identity: FileIdentity?
  private var isClosed = false

  public convenience init(
    loop: Loop, path: String, rejected: @escaping (SystemError) -> Void = { _ in },
    accepted: @escaping (SocketStream) -> Void
  ) throws {
    try self.init(
      loop: loop, path: path, adopting: try UnixSocket.listen(path: path), rejected: rejected, accepted: accepted)
  }

  /// For a socket that already listens on `path`.
  package init(
    loop: Loop, path: String, adopting descriptor: CInt, rejected: @escaping (SystemError) -> Void,
    accepted: @escaping (SocketStream) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.path = path
    self.rejected = rejected
    self.accepted = accepted
    identity = FileIdentity(path: path)
    listener = try SocketListener(loop: loop, adopting: descriptor, rejected: rejected, accepted: accepted)
  }

  public func close() {
    isClosed = true
    listener.close()
  }

  /// Creates the file again if its path no longer leads to this socket. Call it at intervals.
  public func keepFile() throws(UnixSocketError) {
    guard !isClosed, identity == nil || FileIdentity(path: path) != identity else { return }
    let descriptor = try UnixSocket.listen(path: path)
    let made: SocketListener
    do throws(SystemError) {
      made = try SocketListener(loop: loop, adopting: descriptor, rejected: rejected, accepted: accepted)
    } catch {
      Glibc.close(descriptor)
      throw UnixSocketError(description: "\(path): \(error)")
    }
    // Accepts the connections that wait at the old socket.
    listener.ready(0)
    listener.close()
    listener = made
    identity = FileIdentity(path: path)
  }
}
