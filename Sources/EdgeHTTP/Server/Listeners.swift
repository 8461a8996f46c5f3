import Glibc
import Proto
import Service

/// Where the edge takes connections: the network, by a handed socket or its own, and a Unix socket. On the edge's loop.
final class Listeners {
  private var open: [SocketListener] = []
  private let unixPath: String

  init(_ context: ServiceContext, _ edge: Edge) throws {
    unixPath = context.settings.socketPath(EdgeService.name)
    let loop = context.loop
    let refused = context.noteRefusals()
    let handed = context.sockets
    for socket in handed {
      // Whoever hands over a socket knows who may reach it.
      let isNetwork = TCPSocket.boundPort(socket.descriptor) != nil
      open.append(try Listeners.listener(loop, socket.descriptor, edge, refused, isNetwork: isNetwork))
    }
    if !handed.contains(where: { TCPSocket.boundPort($0.descriptor) != nil }) {
      let address = context.settings.listen
      let descriptor = try TCPSocket.listen(host: address.host, port: address.port)
      open.append(try Listeners.listener(loop, descriptor, edge, refused, isNetwork: true))
    }
    let descriptor = try UnixSocket.listen(path: unixPath)
    open.append(try Listeners.listener(loop, descriptor, edge, refused, isNetwork: false))
    for listener in open {
      guard let port = TCPSocket.boundPort(listener.descriptor) else { continue }
      context.log.info("listening", ["host": context.settings.listen.host, "port": "\(port)"])
    }
  }

  private static func listener(
    _ loop: Loop, _ descriptor: Int32, _ edge: Edge, _ refused: @escaping (SystemError) -> Void, isNetwork: Bool
  ) throws -> SocketListener {
    let user = getuid()
    return try SocketListener(loop: loop, adopting: descriptor, refused: refused) { stream in
      if isNetwork {
        SocketOptions.setNoDelay(stream.descriptor)
      } else if let peer = SocketOptions.peerUserID(stream.descriptor), peer != user {
        return stream.close()
      }
      edge.accept(stream)
    }
  }

  func close() {
    for listener in open { listener.close() }
    open = []
  }
}
