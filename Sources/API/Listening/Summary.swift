public import Chronology
public import Proto

extension StatsAPI {
  public struct FetchSummary: Method {
    public typealias API = StatsAPI
    public static let name = "stats.summary"
    public init() {}

    public struct Reply: Codable, Hashable, Sendable {
      public var totalStories: Int
      public var totalListeningTime: Double
      public var totalPlayCount: Int
      public var currentStreak: Int
      public var longestStreak: Int
      public var favoriteCount: Int
      public var lastActivityDate: Instant?

      public init(
        totalStories: Int, totalListeningTime: Double, totalPlayCount: Int, currentStreak: Int, longestStreak: Int,
        favoriteCount: Int, lastActivityDate: Instant?
      ) {
        self.totalStories = totalStories
        self.totalListeningTime = totalListeningTime
        self.totalPlayCount = totalPlayCount
        self.currentStreak = currentStreak
        self.longestStreak = longestStreak
        self.favoriteCount = favoriteCount
        self.lastActivityDate = lastActivityDate
      }
    }
  }
}
