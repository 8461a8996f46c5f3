public import Foundation

/// An HTTP request with all its headers.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The full URL, including the query.
  public var url: URL
  /// The headers.
  public var headers: HTTPHeaders
  /// The body, or nil if there is none.
  public var body: Data?

  /// Creates a request.
  public init(method: HTTPMethod, url: URL, headers: HTTPHeaders = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An HTTP method that the API uses.
public enum HTTPMethod: String, Sendable, Hashable {
  /// Reads.
  case get = "GET"
  /// Creates or replaces.
  case put = "PUT"
  /// Creates or acts.
  case post = "POST"
  /// Changes some members.
  case patch = "PATCH"
  /// Deletes.
  case delete = "DELETE"
}

/// An HTTP response with its whole body.
public struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The headers.
  public var headers: HTTPHeaders
  /// The body, empty if there is none.
  public var body: Data

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
