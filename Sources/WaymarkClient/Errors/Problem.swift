import Foundation

/// An RFC 9457 problem document; every member may be missing when something between answered instead.
public struct Problem: Codable, Sendable, Hashable {
  public var type: String?
  public var title: String?
  public var status: Int?
  public var detail: String?
  public var errors: [FieldError]?

  public init(
    type: String? = nil, title: String? = nil, status: Int? = nil, detail: String? = nil, errors: [FieldError]? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.errors = errors
  }
}

extension APIError {
  /// The error that an answer of 400 or more stands for.
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
      case 403: .forbidden
      case 404: .notFound
      case 409: .conflict(detail: detail)
      case 422: .validation(problem.errors ?? detail.map { [FieldError(field: "", message: $0)] } ?? [])
      case 429: .rateLimited(retryAfterSeconds: nil)
      case 408, 500...: .server(status: status, detail: detail)
      default: .refused(status: status, detail: detail)
      }
  }
}
