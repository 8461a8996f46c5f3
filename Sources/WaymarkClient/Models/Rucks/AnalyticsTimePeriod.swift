/// The period of ruck figures: the user's current calendar period up to now, or all time.
public struct AnalyticsTimePeriod: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a period from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The current week.
  public static let weekly = AnalyticsTimePeriod(rawValue: "weekly")
  /// The current month.
  public static let monthly = AnalyticsTimePeriod(rawValue: "monthly")
  /// The current quarter.
  public static let quarterly = AnalyticsTimePeriod(rawValue: "quarterly")
  /// The current year.
  public static let yearly = AnalyticsTimePeriod(rawValue: "yearly")
  /// All time since the first ruck. It has no trends.
  public static let allTime = AnalyticsTimePeriod(rawValue: "allTime")

  /// All periods that this version knows, in the order of a picker.
  public static let allCases: [AnalyticsTimePeriod] = [.weekly, .monthly, .quarterly, .yearly, .allTime]

  /// The title for a picker, in English.
  public var displayName: String {
    switch self {
    case .weekly: "This week"
    case .monthly: "This month"
    case .quarterly: "This quarter"
    case .yearly: "This year"
    case .allTime: "All time"
    default: rawValue
    }
  }

  /// The period that trends compare with, in English, or nil if there is none.
  var previousName: String? {
    switch self {
    case .weekly: "last week"
    case .monthly: "last month"
    case .quarterly: "last quarter"
    case .yearly: "last year"
    default: nil
    }
  }
}
