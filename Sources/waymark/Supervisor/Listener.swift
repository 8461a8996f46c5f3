import Glibc
import Proto
import Service

/// The edge's listening socket, held by the parent: the port outlives the edge, and callers wait in it while the edge restarts.
struct Listener: ~Copyable {
  let descriptor: Int32
  let address: ListenAddress

  init(_ wanted: ListenAddress) throws(CommandFailure) {
    do {
      descriptor = try TCPSocket.listen(host: wanted.host, port: wanted.port)
    } catch {
      throw CommandFailure("\(error); give another --listen")
    }
    address = ListenAddress(host: wanted.host, port: TCPSocket.boundPort(descriptor) ?? wanted.port)
  }

  deinit {
    close(descriptor)
  }
}
