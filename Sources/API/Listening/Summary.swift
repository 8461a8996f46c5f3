public import Domain
public import Proto

extension Endpoints {
  static let summary: [Endpoint] = [
    StatsAPI.FetchSummary.endpoint
  ]
}

extension StatsAPI {
  public struct FetchSummary: Method {
    public typealias API = StatsAPI
    public typealias Reply = ListeningSummary
    public static let name = "stats.summary"
    static let endpoint = Endpoint.get("/analytics/summary", FetchSummary.self, "All listening in seven figures.")
      .tagged()

    public init() {}
  }
}

extension ListeningSummary: Described {
  public static var title: String { "Summary" }
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
