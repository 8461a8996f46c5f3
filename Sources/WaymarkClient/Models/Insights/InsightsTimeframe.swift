/// Which of the user's calendar periods, the current one so far, insights are about.
public struct InsightsTimeframe: OpenText, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let week = InsightsTimeframe(rawValue: "week")
  public static let month = InsightsTimeframe(rawValue: "month")
  public static let year = InsightsTimeframe(rawValue: "year")
  /// It has no trends.
  public static let allTime = InsightsTimeframe(rawValue: "allTime")

  public static let allCases: [InsightsTimeframe] = [.week, .month, .year, .allTime]

  /// What a picker shows.
  public var displayName: String {
    switch self {
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    case .allTime: "All Time"
    default: rawValue
    }
  }

  /// What its trends compare with.
  var previousName: String? {
    switch self {
    case .week: "last week"
    case .month: "last month"
    case .year: "last year"
    default: nil
    }
  }
}
