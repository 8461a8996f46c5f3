public import Foundation

/// An HTTP response whose body is read while it is received.
public struct HTTPResponseStream: Sendable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body in chunks. It throws ``TransportFailure``. The request ends when the stream is no longer read.
  public var body: AsyncThrowingStream<Data, any Error>

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with a body that is already complete.
  public init(status: Int, headers: HTTPHeaders = [:], chunks: [Data]) {
    let (body, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
    for chunk in chunks { continuation.yield(chunk) }
    continuation.finish()
    self.init(status: status, headers: headers, body: body)
  }

  /// Returns the response with its body, truncated after about `limit` bytes.
  func collected(upTo limit: Int) async -> HTTPResponse {
    var whole = Data()
    do {
      for try await chunk in body where whole.count < limit { whole.append(chunk) }
    } catch {
      // An error response is useful even if its end is missing.
    }
    return HTTPResponse(status: status, headers: headers, body: whole)
  }
}
