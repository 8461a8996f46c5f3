import Foundation

/// A problem document (RFC 9457). Every member may be missing if a proxy sent the response.
public struct Problem: Codable, Sendable, Hashable {
  /// A URI that identifies the kind of problem.
  public var type: String?
  /// A short summary of the kind of problem.
  public var title: String?
  /// The HTTP status.
  public var status: Int?
  /// An explanation of this occurrence.
  public var detail: String?
  /// The rejected fields of the request.
  public var errors: [FieldError]?
  /// Whether the call needs a recent sign-in.
  public var reauthenticate: Bool?

  /// Creates a problem document.
  public init(
    type: String? = nil, title: String? = nil, status: Int? = nil, detail: String? = nil, errors: [FieldError]? = nil,
    reauthenticate: Bool? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.errors = errors
    self.reauthenticate = reauthenticate
  }
}

extension APIError {
  /// Converts a response with a status of 400 or more.
  init(_ response: HTTPResponse, now: Date) {
    let isJSON = response.headers["Content-Type"]?.contains("json") ?? false
    let problem = isJSON ? try? WireFormat.decode(Problem.self, from: response.body) : nil
    self.init(problem: problem ?? Problem(), status: response.status)
    if case .rateLimited = self {
      self = .rateLimited(retryAfterSeconds: response.retryAfterSeconds(now: now))
    }
  }

  init(problem: Problem, status: Int) {
    let detail = [problem.detail, problem.title].compactMap(\.self).first { !$0.isEmpty }
    self =
      switch status {
      case 401: .unauthorized
      case 403: problem.reauthenticate == true ? .reauthenticate : .forbidden
      case 404: .notFound
      case 409: .conflict(detail: detail)
      case 422: .validation(problem.errors ?? detail.map { [FieldError(field: "", message: $0)] } ?? [])
      case 429: .rateLimited(retryAfterSeconds: nil)
      case 408, 500...: .server(status: status, detail: detail)
      default: .refused(status: status, detail: detail)
      }
  }
}
