import Glibc
import Proto
public import Service

/// The edge's listening socket. The supervisor holds it, so the port stays open and connections queue while the edge
/// restarts.
public struct Listener: ~Copyable {
  let descriptor: Int32
  let address: ListenAddress

  public init(_ requested: ListenAddress) throws(OperationFailure) {
    descriptor = try Self.listen(requested)
    address = ListenAddress(host: requested.host, port: TCPSocket.boundPort(descriptor) ?? requested.port)
  }

  /// Waits a moment if the port is in use: the processes of an `up` that was just killed may still be exiting.
  private static func listen(_ requested: ListenAddress) throws(OperationFailure) -> Int32 {
    let deadline = Clock.milliseconds + 1_000
    while true {
      do throws(SystemError) {
        return try TCPSocket.listen(host: requested.host, port: requested.port)
      } catch {
        guard error.number == EADDRINUSE, Clock.milliseconds < deadline else {
          throw OperationFailure("\(error); give another --listen")
        }
        poll(nil, 0, 20)
      }
    }
  }

  deinit {
    close(descriptor)
  }
}
