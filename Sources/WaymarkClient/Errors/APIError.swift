/// An error of a call to the server, or of the device's storage.
public enum APIError: Error, Sendable, Hashable {
  /// There is no connection, or it broke.
  case networkUnavailable
  /// The token is missing, wrong, expired or revoked. The user must sign in again.
  case unauthorized
  /// The scope of the token does not allow the call.
  case forbidden
  /// The call needs a recent sign-in. The user must sign in again or confirm the session in a browser.
  case reauthenticate
  /// The object does not exist.
  case notFound
  /// The call contradicts the current state, such as a second timer. The detail is a sentence from the server, if any.
  case conflict(detail: String?)
  /// The server rejected the listed fields.
  case validation([FieldError])
  /// Too many requests were sent. The value is the number of seconds to wait, or nil if the server did not send one.
  case rateLimited(retryAfterSeconds: Double?)
  /// The server failed or is unavailable.
  case server(status: Int, detail: String?)
  /// The server, or a proxy in front of it, rejected the request with another status, usually because
  /// of an error in the app.
  case refused(status: Int, detail: String?)
  /// The response does not match the API. The text names the field.
  case decoding(String)
  /// A value cannot be encoded as JSON.
  case encoding(String)
  /// Reading or writing a file on the device failed.
  case storage(String)
  /// The task was cancelled. Do not show an error.
  case cancelled
}

/// An error in one field of a request.
public struct FieldError: Codable, Sendable, Hashable {
  /// The path of the field, such as `sessions[3].startedAt`, or empty for the whole request.
  public var field: String
  /// A description of the error, in English.
  public var message: String

  /// Creates a field error.
  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }
}

extension APIError {
  /// Whether the same call may succeed later without any change.
  public var isRetryable: Bool {
    switch self {
    case .networkUnavailable, .rateLimited: true
    case .server(let status, _): status != 501 && status != 505
    default: false
    }
  }

  /// Whether the server could not be reached, so that last known values should be shown.
  public var isServerUnavailable: Bool {
    switch self {
    case .networkUnavailable: true
    case .server(let status, _): [502, 503, 504].contains(status)
    default: false
    }
  }

  /// The former name of ``isServerUnavailable``.
  @available(*, deprecated, renamed: "isServerUnavailable")
  public var isServerAway: Bool { isServerUnavailable }

  /// Whether, after a write, the server's data may differ from what the app shows: another device was faster, or the
  /// result of the write is unknown.
  var needsReload: Bool {
    switch self {
    case .conflict, .notFound, .networkUnavailable, .server, .decoding: true
    default: false
    }
  }

  /// The errors if the content itself was rejected, so that sending it again cannot succeed; otherwise nil.
  var rejectedContent: [FieldError]? {
    switch self {
    case .validation(let errors): errors
    case .refused(let status, let detail) where status == 400 || status == 413:
      [FieldError(field: "", message: detail ?? "The server responded with status \(status)")]
    default: nil
    }
  }
}
