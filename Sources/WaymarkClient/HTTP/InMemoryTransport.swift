/// Returns responses from closures, for previews and tests.
public struct InMemoryTransport: HTTPTransport {
  /// Returns the response to a request, or throws to simulate a network failure.
  public typealias Handler = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  /// Returns the streamed response to a request, or throws to simulate a network failure.
  public typealias StreamHandler = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream

  private let handler: Handler
  private let streams: StreamHandler?

  /// Creates a transport.
  ///
  /// - Parameter streams: handles requests for streams. If nil, `handler` handles them, and their body is delivered at
  ///   once.
  public init(_ handler: @escaping Handler, streams: StreamHandler? = nil) {
    self.handler = handler
    self.streams = streams
  }

  /// Calls the stream handler, or the handler if there is none.
  public func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    if let streams { return try await streams(request) }
    let response = try await handler(request)
    return HTTPResponseStream(status: response.status, headers: response.headers, chunks: [response.body])
  }

  /// Calls the handler.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await handler(request)
  }
}
