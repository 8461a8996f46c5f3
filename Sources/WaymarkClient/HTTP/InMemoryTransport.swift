/// Answers requests without a network, for previews and tests.
public struct InMemoryTransport: HTTPTransport {
  public typealias Handler = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  public typealias StreamHandler = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream

  private let handler: Handler
  private let streams: StreamHandler?

  /// - Parameter streams: answers requests for what comes bit by bit; without it their body comes at once.
  public init(_ handler: @escaping Handler, streams: StreamHandler? = nil) {
    self.handler = handler
    self.streams = streams
  }

  public func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    if let streams { return try await streams(request) }
    let response = try await handler(request)
    return HTTPResponseStream(status: response.status, headers: response.headers, chunks: [response.body])
  }

  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await handler(request)
  }
}
