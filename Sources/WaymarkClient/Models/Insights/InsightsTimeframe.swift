/// The timeframe of reading insights: the user's current calendar week, month or year up to now, or all time.
public struct InsightsTimeframe: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a timeframe from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The current week.
  public static let week = InsightsTimeframe(rawValue: "week")
  /// The current month.
  public static let month = InsightsTimeframe(rawValue: "month")
  /// The current year.
  public static let year = InsightsTimeframe(rawValue: "year")
  /// All time. It has no trends.
  public static let allTime = InsightsTimeframe(rawValue: "allTime")

  /// All timeframes that this version knows, in the order of a picker.
  public static let allCases: [InsightsTimeframe] = [.week, .month, .year, .allTime]

  /// The title for a picker, in English.
  public var displayName: String {
    switch self {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    case .allTime: "All Time"
    default: rawValue
    }
  }

  /// The timeframe that trends compare with, in English, or nil if there is none.
  var previousName: String? {
    switch self {
    case .week: "last week"
    case .month: "last month"
    case .year: "last year"
    default: nil
    }
  }
}
