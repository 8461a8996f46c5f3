/// Which of the user's calendar periods, the current one so far, figures of rucks are about.
public struct AnalyticsTimePeriod: OpenText, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let weekly = AnalyticsTimePeriod(rawValue: "weekly")
  public static let monthly = AnalyticsTimePeriod(rawValue: "monthly")
  public static let quarterly = AnalyticsTimePeriod(rawValue: "quarterly")
  public static let yearly = AnalyticsTimePeriod(rawValue: "yearly")
  /// From the first ruck on; it has no trends.
  public static let allTime = AnalyticsTimePeriod(rawValue: "allTime")

  public static let allCases: [AnalyticsTimePeriod] = [.weekly, .monthly, .quarterly, .yearly, .allTime]

  /// What a picker shows.
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

  /// What its trends compare with.
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
