/// Carries one request to a server and its response back, whatever the status. It neither retries nor caches.
public protocol HTTPTransport: Sendable {
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  /// The same with a body that is read while it comes. A transport that cannot do so gives all of it at the end.
  func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream
}

extension HTTPTransport {
  public func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    let response = try await send(request)
    return HTTPResponseStream(status: response.status, headers: response.headers, chunks: [response.body])
  }
}

/// Why no response came.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The device has no network: trying again at once is of no use.
  case offline
  /// The way to the server broke or took too long. The request may have arrived.
  case interrupted
  /// The task was cancelled.
  case cancelled
}
