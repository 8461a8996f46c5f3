import Glibc
import Proto
import Service

/// Where the edge takes connections: the network, by a handed socket or its own, and a Unix socket. On the edge's loop.
final class Listeners {
  private var open: [SocketListener] = []
  private let file: UnixListener

  init(_ context: ServiceContext, _ edge: Edge) throws {
    let loop = context.loop
    let refused = context.noteRefusals()
    let handed = context.sockets
    for socket in handed {
      // The process that hands a socket over decides who may reach it.
      let isNetwork = TCPSocket.boundPort(socket.descriptor) != nil
      open.append(try Listeners.listener(loop, socket.descriptor, edge, refused, isNetwork: isNetwork))
    }
    if !handed.contains(where: { TCPSocket.boundPort($0.descriptor) != nil }) {
      let address = context.settings.listen
      let descriptor = try TCPSocket.listen(host: address.host, port: address.port)
      open.append(try Listeners.listener(loop, descriptor, edge, refused, isNetwork: true))
    }
    file = try UnixListener(
      loop: loop, path: context.settings.socketPath(EdgeService.name), refused: refused,
      accepted: Listeners.accept(edge, isNetwork: false))
    for listener in open {
      guard let port = TCPSocket.boundPort(listener.descriptor) else { continue }
      let address = ListenAddress(host: context.settings.listen.host, port: port)
      // Without it only links lead to where the settings say.
      try? Files.replace(context.settings.addressPath, with: "\(address)\n")
      context.log.info("listening", ["host": context.settings.listen.host, "port": "\(port)"])
    }
  }

  private static func listener(
    _ loop: Loop, _ descriptor: Int32, _ edge: Edge, _ refused: @escaping (SystemError) -> Void, isNetwork: Bool
  ) throws -> SocketListener {
    try SocketListener(loop: loop, adopting: descriptor, refused: refused, accepted: accept(edge, isNetwork: isNetwork))
  }

  private static func accept(_ edge: Edge, isNetwork: Bool) -> (SocketStream) -> Void {
    let user = getuid()
    return { stream in
      if isNetwork {
        SocketOptions.setNoDelay(stream.descriptor)
      } else if let peer = SocketOptions.peerUserID(stream.descriptor), peer != user {
        return stream.close()
      }
      edge.accept(stream)
    }
  }

  /// To be called at intervals: makes the Unix socket's file again where it was deleted.
  func keepSocketFile() throws(UnixSocketError) {
    try file.keepFile()
  }

  func close() {
    for listener in open { listener.close() }
    open = []
    file.close()
  }
}
