public import Foundation

/// A response whose body is read while it comes.
public struct HTTPResponseStream: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  /// Fails with a ``TransportFailure``. Who stops reading ends the request.
  public var body: AsyncThrowingStream<Data, any Error>

  public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A body that is there already, in these pieces.
  public init(status: Int, headers: HTTPHeaders = [:], chunks: [Data]) {
    let (body, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
    for chunk in chunks { continuation.yield(chunk) }
    continuation.finish()
    self.init(status: status, headers: headers, body: body)
  }

  /// All of it, or its beginning.
  func collected(upTo limit: Int) async -> HTTPResponse {
    var whole = Data()
    do {
      for try await chunk in body where whole.count < limit { whole.append(chunk) }
    } catch {
      // What an error says is of use also where its end is missing.
    }
    return HTTPResponse(status: status, headers: headers, body: whole)
  }
}
