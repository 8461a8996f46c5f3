public import Chronology
public import Proto

extension Endpoints {
  static let summary: [Endpoint] = [
    StatsAPI.FetchSummary.endpoint
  ]
}

extension StatsAPI {
  public struct FetchSummary: Method {
    public typealias API = StatsAPI
    public static let name = "stats.summary"
    static let endpoint = Endpoint.get("/analytics/summary", FetchSummary.self, "All listening in seven figures.")
      .tagged()

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

extension StatsAPI.FetchSummary.Reply: Described {
  public static let members: [String: Note] = [
    "totalStories": "Stories.",
    "totalListeningTime": Note("Seconds listened.", .from(0), like: 48_600),
    "totalPlayCount": "Sessions.",
    "currentStreak": "Days in a row with a completed session, up to today or yesterday.",
    "longestStreak": "The longest run of days with a completed session.",
    "favoriteCount": "Stories that are favourites.",
    "lastActivityDate": "The latest end of a session, null without one.",
  ]
}
