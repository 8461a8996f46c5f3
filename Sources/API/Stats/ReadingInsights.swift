public import Domain
public import Proto

extension StatsAPI {
  public struct FetchReadingInsights: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingInsights
    public static let name = "stats.readingInsights"
    public var timeframe: ReadingTimeframe?
    public init(timeframe: ReadingTimeframe? = nil) { self.timeframe = timeframe }
  }

  public struct FetchReadingTimeline: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingTimeline
    public static let name = "stats.readingTimeline"
    public var months: Int?
    public init(months: Int? = nil) { self.months = months }
  }
}
