import Glibc
import Proto
import Service

/// The sockets on which the edge accepts connections: the network, by a passed socket or its own, and a Unix socket.
/// Used on the edge's loop.
final class Listeners {
  private var open: [SocketListener] = []
  private let metrics: SocketListener?
  private let file: UnixListener

  init(_ context: ServiceContext, _ edge: Edge) throws {
    let loop = context.loop
    let rejected = context.noteRejections()
    let handed = context.sockets
    for socket in handed {
      // The process that hands a socket over decides who may reach it.
      let isNetwork = TCPSocket.boundPort(socket.descriptor) != nil
      open.append(try Listeners.listener(loop, socket.descriptor, edge, rejected, isNetwork: isNetwork))
    }
    if !handed.contains(where: { TCPSocket.boundPort($0.descriptor) != nil }) {
      let address = context.settings.listen
      let descriptor = try TCPSocket.listen(host: address.host, port: address.port)
      open.append(try Listeners.listener(loop, descriptor, edge, rejected, isNetwork: true))
    }
    metrics = try Listeners.metricsListener(context, edge, rejected)
    file = try UnixListener(
      loop: loop, path: context.settings.socketPath(context.name), rejected: rejected,
      accepted: Listeners.accept(edge, isNetwork: false))
    for listener in open {
      guard let port = TCPSocket.boundPort(listener.descriptor) else { continue }
      let address = ListenAddress(host: context.settings.listen.host, port: port)
      let publicURL = context.settings.publicURL.map { "\($0)\n" } ?? ""
      if context.settings.edgePlace.isFirst {
        // If the file cannot be written, links use the address of the settings.
        try? Files.replace(context.settings.addressPath, with: "\(address)\n" + publicURL)
      }
      context.log.info("listening", ["host": context.settings.listen.host, "port": "\(port)"])
    }
  }

  private static func listener(
    _ loop: Loop, _ descriptor: Int32, _ edge: Edge, _ rejected: @escaping (SystemError) -> Void, isNetwork: Bool
  ) throws -> SocketListener {
    try SocketListener(
      loop: loop, adopting: descriptor, rejected: rejected, accepted: accept(edge, isNetwork: isNetwork))
  }

  /// The listener of `WAYMARK_METRICS`, if it is an address. Its page contains the figures of all edges.
  private static func metricsListener(
    _ context: ServiceContext, _ edge: Edge, _ rejected: @escaping (SystemError) -> Void
  ) throws -> SocketListener? {
    guard case .address(let address) = context.settings.metricsAccess, context.settings.edgePlace.isFirst else {
      return nil
    }
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try TCPSocket.listen(host: address.host, port: address.port)
    } catch {
      throw EdgeError("WAYMARK_METRICS: cannot listen on \(address): \(error); give a free address")
    }
    let port = TCPSocket.boundPort(descriptor) ?? address.port
    context.log.info("listening for metrics", ["host": address.host, "port": "\(port)"])
    return try SocketListener(loop: context.loop, adopting: descriptor, rejected: rejected) { stream in
      edge.accept(stream, isForMetrics: true)
    }
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
    metrics?.close()
    file.close()
  }
}
