#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends requests with `URLSession`.
public struct URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Creates a transport without cookies and without the cache of `URLSession`, which does not know about writes or a
  /// change of user.
  public init(timeoutSeconds: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = timeoutSeconds
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration)
  }

  /// Creates a transport with the app's own session. Turn off its cache.
  public init(session: URLSession) {
    self.session = session
  }

  /// Sends a request and waits for the whole body.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    do {
      let (body, response) = try await session.wholeResponse(to: URLRequest(request))
      guard let response = response as? HTTPURLResponse, body.count <= Limits.answerBytes else {
        throw TransportFailure.interrupted
      }
      return HTTPResponse(status: response.statusCode, headers: response.headers, body: body)
    } catch {
      throw TransportFailure(error)
    }
  }

  /// Sends a request and returns as soon as the headers are received.
  public func stream(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponseStream {
    var outgoing = URLRequest(request)
    outgoing.timeoutInterval = Limits.streamSilenceSeconds
    return try await StreamReceiver.response(to: outgoing, on: session)
  }
}

extension URLRequest {
  init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    for (name, value) in request.headers.all { setValue(value, forHTTPHeaderField: name) }
  }
}

extension HTTPURLResponse {
  var headers: HTTPHeaders {
    var headers: HTTPHeaders = [:]
    for (name, value) in allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    return headers
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
