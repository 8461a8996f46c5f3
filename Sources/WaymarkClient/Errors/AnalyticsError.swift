public import Foundation

/// An error of ``AnalyticsRepository`` and ``InsightsRepository``.
public enum AnalyticsError: Error, Sendable, Hashable {
  /// The requested number of weeks or months, year or period is out of range.
  case invalidDateRange
  /// The server cannot be reached, and no earlier values are stored.
  case noDataAvailable
  /// Any other error of the call.
  case request(APIError)
}

extension AnalyticsError {
  /// Converts the error of a read. A read has no input except its range, so status 400 means that the range is invalid.
  init(reading error: APIError) {
    self =
      switch error {
      case .refused(status: 400, _): .invalidDateRange
      case _ where error.isServerUnavailable: .noDataAvailable
      default: .request(error)
      }
  }

  /// Whether the same call may succeed later without any change.
  public var isRetryable: Bool {
    switch self {
    case .invalidDateRange: false
    case .noDataAvailable: true
    case .request(let error): error.isRetryable
    }
  }
}

extension AnalyticsError: LocalizedError {
  /// A sentence for a person, in English.
  public var errorDescription: String? {
    switch self {
    case .invalidDateRange: "There are no figures for this date range."
    case .noDataAvailable: "The server cannot be reached, and no earlier values are stored."
    case .request(let error): error.errorDescription
    }
  }

  /// The next step for the person, in English, or nil if there is nothing to suggest.
  public var recoverySuggestion: String? {
    switch self {
    case .invalidDateRange: "Choose another date range."
    case .noDataAvailable: "Check your connection and try again."
    case .request(let error): error.recoverySuggestion
    }
  }
  /// The description and the suggestion in one text.
  public var message: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}
