/// Answers requests without a network, for previews and tests.
public struct InMemoryTransport: HTTPTransport {
  public typealias Handler = @Sendable (HTTPRequest) async throws(TransportFailure) -> HTTPResponse

  private let handler: Handler

  public init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    try await handler(request)
  }
}
