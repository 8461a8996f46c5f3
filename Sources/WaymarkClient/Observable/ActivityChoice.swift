public import Observation

/// Which range the activity chart shows: what a picker binds to.
@MainActor @Observable
public final class ActivityChoice {
  public var range: ActivityRange

  public let choices = ActivityRange.choices

  public init(_ range: ActivityRange = .week) {
    self.range = range
  }

  public func title(of range: ActivityRange) -> String {
    switch range {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    default: range.rawValue
    }
  }
}
