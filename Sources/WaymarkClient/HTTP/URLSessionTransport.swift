#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The system's HTTP stack.
public struct URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// `URLSession` keeps a cache of its own, which knows nothing of the user's writes or of a change of user: it is
  /// left out here, and the repository's is used.
  public init(timeoutSeconds: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = timeoutSeconds
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration)
  }

  /// With a session of the app's own making, whose cache should be off.
  public init(session: URLSession) {
    self.session = session
  }

  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    var outgoing = URLRequest(url: request.url)
    outgoing.httpMethod = request.method.rawValue
    outgoing.httpBody = request.body
    for (name, value) in request.headers.all { outgoing.setValue(value, forHTTPHeaderField: name) }
    do {
      let (body, answer) = try await session.data(for: outgoing)
      guard let answer = answer as? HTTPURLResponse, body.count <= Limits.answerBytes else {
        throw TransportFailure.interrupted
      }
      var response = HTTPResponse(status: answer.statusCode, body: body)
      for (name, value) in answer.allHeaderFields {
        if let name = name as? String, let value = value as? String { response.headers[name] = value }
      }
      return response
    } catch {
      throw TransportFailure(error)
    }
  }
}

extension TransportFailure {
  init(_ error: any Error) {
    if Task.isCancelled || error is CancellationError {
      self = .cancelled
      return
    }
    switch (error as? URLError)?.code {
    case .cancelled: self = .cancelled
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: self = .offline
    default: self = .interrupted
    }
  }
}
