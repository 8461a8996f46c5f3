/// Sends one request and returns its response, regardless of the status. It neither retries nor caches.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole body.
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  /// Sends a request and returns a body that is read while it is received. The default implementation waits for the
  /// whole body.
  func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream
}

extension HTTPTransport {
  /// Sends a request with ``send(_:)`` and returns its complete body as a stream.
  public func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    let response = try await send(request)
    return HTTPResponseStream(status: response.status, headers: response.headers, chunks: [response.body])
  }
}

/// Why there is no response.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The device has no network. An immediate retry is useless.
  case offline
  /// The connection broke or timed out. The server may have received the request.
  case interrupted
  /// The task was cancelled.
  case cancelled
}
