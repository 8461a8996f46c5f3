import API
import Connectors
import Proto

/// Responses whose body is stored content. The next piece is read when the client has taken the last one.
extension Edge {
  func send(_ download: ConnectorDownload, _ connection: HTTPConnection, _ exchange: ConnectorExchange) {
    connectors.metrics.note(download.response, exchange.connector.name)
    var head = HTTPResponse(download.response)
    head.bodyLength = download.length
    guard connection.beginFixedDownload(head), download.length > 0 else { return connection.endFixedDownload() }
    sendPiece(0, download, connection)
  }

  private func sendPiece(_ place: Int, _ download: ConnectorDownload, _ connection: HTTPConnection) {
    let serial = connection.serial
    let call = SessionAPI.ReadFile(blob: download.blob, place: place)
    make(call, for: download.user, connection) { [self] result in
      guard connection.isCurrent(serial) else { return }
      let sent = place * SessionAPI.fileChunkBytes
      // A response that has begun cannot become an error: closing shows the client that it is incomplete.
      guard case .success(let reply) = result, !reply.bytes.isEmpty, sent + reply.bytes.count <= download.length
      else { return connection.stream.close() }
      connection.stream.write(reply.bytes)
      guard sent + reply.bytes.count < download.length else { return connection.endFixedDownload() }
      connection.continueDownload { [unowned self] in sendPiece(place + 1, download, connection) }
    }
  }

  /// Makes one of the connector's own calls, through the gate.
  func make<Call: Method>(
    _ call: Call, for user: String, _ connection: HTTPConnection,
    _ done: @escaping (Result<Call.Reply, Fault>) -> Void
  ) {
    guard let route = routes.shared(Call.API.service, Call.name), let argument = try? CBOREncoder.encode(call) else {
      return done(.failure(Fault(.internal, "the call \(Call.name) cannot be made")))
    }
    let meta = CallMeta(user: user, deadline: Int(Limits.callMilliseconds))
    argument.withUnsafeBytes { bytes in
      route.gate.call(connection, route, meta, bytes) { response in
        route.gate.finished(connection, route)
        done(response.decoded(Call.Reply.self, of: Call.name))
      }
    }
  }
}
