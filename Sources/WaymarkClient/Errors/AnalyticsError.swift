public import Foundation

/// Why there are no figures to show, or why a write that they stand on was not done.
public enum AnalyticsError: Error, Sendable, Hashable {
  /// The server has no figures for so many weeks or months, or for such a year or period.
  case invalidDateRange
  /// The server cannot be asked, and nothing is known from before.
  case noDataAvailable
  /// Everything else that can go wrong between an app and its server.
  case request(APIError)
}

extension AnalyticsError {
  /// Of a question, not of a write: what was asked for is a range and nothing else, so it is the range that a server
  /// refuses.
  init(asking error: APIError) {
    self =
      switch error {
      case .refused(status: 400, _): .invalidDateRange
      case _ where error.isServerAway: .noDataAvailable
      default: .request(error)
      }
  }

  /// Whether the same call may succeed later without anybody changing anything.
  public var isRetryable: Bool {
    switch self {
    case .invalidDateRange: false
    case .noDataAvailable: true
    case .request(let error): error.isRetryable
    }
  }
}

extension AnalyticsError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .invalidDateRange: "There are no figures for this time."
    case .noDataAvailable: "The server cannot be reached, and nothing was kept from before."
    case .request(let error): error.errorDescription
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .invalidDateRange: "Choose another time."
    case .noDataAvailable: "Check your connection and try again."
    case .request(let error): error.recoverySuggestion
    }
  }
  /// What went wrong and what to do about it, in one text for a person.
  public var message: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}
