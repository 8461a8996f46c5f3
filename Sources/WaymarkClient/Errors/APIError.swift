/// Everything that can go wrong between an app and its server.
public enum APIError: Error, Sendable, Hashable {
  /// No connection, or none that held.
  case networkUnavailable
  /// The token is missing, wrong, expired or revoked: the user has to sign in again.
  case unauthorized
  /// The token's scope is too small.
  case forbidden
  case notFound
  case conflict(detail: String?)
  /// The server refused what was sent, member by member.
  case validation([FieldError])
  /// Too many requests; nil when the server does not say for how long.
  case rateLimited(retryAfterSeconds: Double?)
  /// The server failed, or a part of it is away.
  case server(status: Int, detail: String?)
  /// Any other refusal: a fault of the client or of something between it and the server.
  case refused(status: Int, detail: String?)
  /// The answer is not what the contract says.
  case decoding(String)
  /// A value that JSON cannot carry.
  case encoding(String)
  /// The device's own storage failed.
  case storage(String)
  /// The task was cancelled: nothing to show to anybody.
  case cancelled
}

/// What is wrong with one member, `sessions[3].startedAt`.
public struct FieldError: Codable, Sendable, Hashable {
  public var field: String
  public var message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

extension APIError {
  /// Whether the same call may succeed later without anybody changing anything.
  public var isRetryable: Bool {
    switch self {
    case .networkUnavailable, .rateLimited: true
    case .server(let status, _): status != 501 && status != 505
    default: false
    }
  }

  /// Whether the server could not be asked, so that what was last known is the best there is.
  public var isServerAway: Bool {
    switch self {
    case .networkUnavailable: true
    case .server(let status, _): [502, 503, 504].contains(status)
    default: false
    }
  }

  /// What was sent is wrong in itself: sending it again cannot help.
  var refusedContent: [FieldError]? {
    switch self {
    case .validation(let errors): errors
    case .refused(let status, let detail) where status == 400 || status == 413:
      [FieldError(field: "", message: detail ?? "The server answered \(status)")]
    default: nil
    }
  }
}
