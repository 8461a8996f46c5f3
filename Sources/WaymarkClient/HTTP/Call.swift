import Foundation

/// A call of the API before it becomes a request. Paths are relative to `/api/v1`.
struct Call: Sendable {
  var method: HTTPMethod
  var path: [String]
  var query: [URLQueryItem] = []
  var body: Data?
  var contentType = "application/json"
  /// Equal for all attempts of a write, so that the server executes it once.
  var idempotencyKey: String?
  var ifNoneMatch: String?
  var bypassesCaches = false
  var accept = "application/json"

  static func get(_ path: String..., query: [URLQueryItem] = []) -> Call {
    Call(method: .get, path: path, query: query)
  }

  static func post(_ path: String..., body: Data, key: String? = nil) -> Call {
    Call(method: .post, path: path, body: body, idempotencyKey: key ?? UUID().uuidString)
  }

  static func put(_ path: String..., body: Data? = nil) -> Call {
    Call(method: .put, path: path, body: body)
  }

  static func patch(_ path: String..., body: Data) -> Call {
    Call(method: .patch, path: path, body: body)
  }

  static func delete(_ path: String...) -> Call {
    Call(method: .delete, path: path)
  }

  func request(to base: URL, token: String) -> HTTPRequest {
    // Ids may contain any character; escaping keeps each one a single path component.
    let escaped = (["api", "v1"] + path).map { part in
      part.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? part
    }
    var url = URL(string: base.absoluteString.trimmingSuffix("/") + "/" + escaped.joined(separator: "/")) ?? base
    if !query.isEmpty { url.append(queryItems: query) }
    var request = HTTPRequest(method: method, url: url, body: body)
    request.headers["Authorization"] = "Bearer \(token)"
    request.headers["Accept"] = accept
    if body != nil { request.headers["Content-Type"] = contentType }
    request.headers["Idempotency-Key"] = idempotencyKey
    request.headers["If-None-Match"] = ifNoneMatch
    if bypassesCaches { request.headers["Cache-Control"] = "no-cache" }
    return request
  }

  private static let unescaped = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-")
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
