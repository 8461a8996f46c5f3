public import Foundation

extension APIError: LocalizedError {
  /// A sentence for a person; technical detail stays in the case's values.
  public var errorDescription: String? {
    switch self {
    case .networkUnavailable: "You appear to be offline."
    case .unauthorized: "Your sign-in has expired."
    case .forbidden: "You do not have permission for this."
    case .notFound: "This is no longer there."
    case .conflict(let detail): detail ?? "This was changed somewhere else in the meantime."
    case .validation(let errors): Self.sentence(of: errors)
    case .rateLimited(let seconds): "There were too many requests. " + Self.waiting(seconds)
    case .server: "The server has a problem right now."
    case .refused(_, let detail): detail ?? "The server did not accept the request."
    case .decoding: "The server's answer could not be understood."
    case .encoding: "This could not be sent."
    case .storage: "This could not be saved on the device."
    case .cancelled: "The request was cancelled."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .networkUnavailable: "Check your connection and try again."
    case .unauthorized: "Sign in again."
    case .server: "Try again in a moment."
    case .decoding: "Updating the app may help."
    case .storage: "Free some space and try again."
    default: nil
    }
  }

  private static func sentence(of errors: [FieldError]) -> String {
    guard !errors.isEmpty else { return "Some of what was entered is not valid." }
    return errors.map { "\($0.field): \($0.message)" }.joined(separator: "\n")
  }

  private static func waiting(_ seconds: Double?) -> String {
    guard let seconds, seconds < 86_400 else { return "Try again later." }
    if seconds > 90 { return "Try again in \(Int((seconds / 60).rounded(.up))) minutes." }
    let whole = max(1, Int(seconds.rounded(.up)))
    return "Try again in \(whole) \(whole == 1 ? "second" : "seconds")."
  }
}
