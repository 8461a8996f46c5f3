import Foundation

extension HTTPResponse {
  /// Returns the value of `Retry-After`, which is a number of seconds or an HTTP date, in seconds from now.
  func retryAfterSeconds(now: Date) -> Double? {
    guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = Double(text), seconds.isFinite { return max(0, seconds) }
    let parser = DateFormatter()
    parser.locale = Locale(identifier: "en_US_POSIX")
    parser.timeZone = TimeZone(identifier: "GMT")
    parser.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return parser.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
  }
}
