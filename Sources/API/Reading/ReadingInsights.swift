public import Domain
public import Proto

extension StatsAPI {
  public struct FetchReadingInsights: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingInsights
    public static let name = "stats.readingInsights"
    public var timeframe: ReadingTimeframe?
    public var genre: String?
    public var culture: String?
    public var timePeriod: String?

    public init(
      timeframe: ReadingTimeframe? = nil, genre: String? = nil, culture: String? = nil, timePeriod: String? = nil
    ) {
      self.timeframe = timeframe
      self.genre = genre
      self.culture = culture
      self.timePeriod = timePeriod
    }
  }

  public struct FetchReadingTimeline: Method {
    public typealias API = StatsAPI
    public typealias Reply = ReadingTimeline
    public static let name = "stats.readingTimeline"
    public var months: Int?
    public init(months: Int? = nil) { self.months = months }
  }
}
