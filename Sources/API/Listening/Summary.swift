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
    static let endpoint = Endpoint.get("/analytics/summary", FetchSummary.self, "Get the totals of all listening.")
      .tagged()

    public init() {}
  }
}

extension ListeningSummary: Described {
  public static var title: String { "Summary" }
  public static let members: [String: Note] = [
    "totalStories": "The number of stories.",
    "totalListeningTime": Note("Seconds of listening.", .from(0), like: 48_600),
    "totalPlayCount": "The number of sessions.",
    "currentStreak": "Consecutive days with a completed session, up to today or yesterday.",
    "longestStreak": "The most consecutive days with a completed session.",
    "favoriteCount": "The number of favourite stories.",
    "lastActivityDate": "The latest end of a session, or null if there are none.",
  ]
}
