import Glibc
import Proto
import Service

/// The edge's listening socket, held by the parent: the port outlives the edge, and callers wait in it while the edge
/// restarts.
struct Listener: ~Copyable {
  let descriptor: Int32
  let address: ListenAddress

  init(_ wanted: ListenAddress) throws(CommandFailure) {
    descriptor = try Self.listen(wanted)
    address = ListenAddress(host: wanted.host, port: TCPSocket.boundPort(descriptor) ?? wanted.port)
  }

  /// The processes of an `up` that was killed a moment ago may still be on their way out.
  private static func listen(_ wanted: ListenAddress) throws(CommandFailure) -> Int32 {
    let deadline = Clock.milliseconds + 1_000
    while true {
      do throws(SystemError) {
        return try TCPSocket.listen(host: wanted.host, port: wanted.port)
      } catch {
        guard error.number == EADDRINUSE, Clock.milliseconds < deadline else {
          throw CommandFailure("\(error); give another --listen")
        }
        poll(nil, 0, 20)
      }
    }
  }

  deinit {
    close(descriptor)
  }
}
