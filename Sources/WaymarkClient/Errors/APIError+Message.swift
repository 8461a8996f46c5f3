public import Foundation

extension APIError: LocalizedError {
  /// A sentence for a person, in English. Technical detail is only in the values of the case.
  public var errorDescription: String? {
    switch self {
    case .networkUnavailable: "You appear to be offline."
    case .unauthorized: "Your sign-in has expired."
    case .forbidden: "You do not have permission for this."
    case .reauthenticate: "This needs a recent sign-in."
    case .notFound: "This no longer exists."
    case .conflict(let detail): detail ?? "This was changed elsewhere in the meantime."
    case .validation(let errors): Self.sentence(of: errors)
    case .rateLimited(let seconds): "Too many requests were sent. " + Self.waiting(seconds)
    case .server: "The server cannot handle the request right now."
    case .refused(_, let detail): detail ?? "The server did not accept the request."
    case .decoding: "The server sent a response that the app cannot read."
    case .encoding: "The data could not be encoded for the server."
    case .storage: "The data could not be saved on the device."
    case .cancelled: "The request was cancelled."
    }
  }

  /// The next step for the person, in English, or nil if there is nothing to suggest.
  public var recoverySuggestion: String? {
    switch self {
    case .networkUnavailable: "Check your connection and try again."
    case .unauthorized, .reauthenticate: "Sign in again."
    case .server: "Try again in a moment."
    case .decoding: "Update the app and try again."
    case .storage: "Free some space on the device and try again."
    default: nil
    }
  }

  private static func sentence(of errors: [FieldError]) -> String {
    guard !errors.isEmpty else { return "Some of the values are not valid." }
    return errors.map { "\($0.field): \($0.message)" }.joined(separator: "\n")
  }

  private static func waiting(_ seconds: Double?) -> String {
    guard let seconds, seconds < 86_400 else { return "Try again later." }
    if seconds > 90 { return "Try again in \(Int((seconds / 60).rounded(.up))) minutes." }
    let whole = max(1, Int(seconds.rounded(.up)))
    return "Try again in \(whole) \(whole == 1 ? "second" : "seconds")."
  }
}
