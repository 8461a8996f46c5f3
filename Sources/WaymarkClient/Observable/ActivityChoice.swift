public import Observation

/// The range that the activity chart shows, for a picker to bind to.
@MainActor @Observable
public final class ActivityChoice {
  /// The chosen range.
  public var range: ActivityRange

  /// The ranges to offer.
  public let choices = ActivityRange.choices

  /// Creates a choice.
  public init(_ range: ActivityRange = .week) {
    self.range = range
  }

  /// Returns the title of a range, in English.
  public func title(of range: ActivityRange) -> String {
    switch range {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    default: range.rawValue
    }
  }
}
