public import Chronology
import Domain
public import Languages
public import Proto

extension Endpoints {
  static let widget: [Endpoint] = [EdgeAPI.FetchWidget.endpoint]
}

extension EdgeAPI {
  /// Returns current figures of several services as one flat object, for dashboards and home screens.
  public struct FetchWidget: Method {
    public typealias API = EdgeAPI
    public static let name = "widget.fetch"
    static let endpoint = Endpoint.get(
      "/widget", FetchWidget.self,
      parameters: [
        .query(
          "metrics", .list(Metric.allCases.map(\.rawValue), 1...Metric.allCases.count),
          "The members to return, separated by commas. Default: all.")
      ], "Get current figures as one flat object.",
      details: """
        Each figure equals the one that its endpoint returns. Only the requested members are in the object. \
        A widget may keep it for a minute, and asks again with `If-None-Match`.
        """
    ).tagged().inLanguages()

    public enum Metric: String, Codable, CaseIterable, Sendable {
      case streak, longestStreak, listeningTime, readingStreak, ruckStreak
      case listeningMinutesToday, readingMinutesToday, ruckMinutesToday, minutesToday, minutesThisWeek
      case booksThisYear, booksGoal, booksRemaining
      case rucksThisWeek, rucksGoal, distanceThisWeek, weightMovedThisWeek
      case completion, currentBook, currentBookPercent, nextMilestone, nextMilestonePercent, lastActivity
    }

    /// Names with commas.
    public var metrics: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(metrics: String? = nil, lang: Language? = nil) {
      self.metrics = metrics
      self.lang = lang
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var streak: Int?
      public var longestStreak: Int?
      public var listeningTime: Double?
      public var readingStreak: Int?
      public var ruckStreak: Int?
      public var listeningMinutesToday: Double?
      public var readingMinutesToday: Double?
      public var ruckMinutesToday: Double?
      public var minutesToday: Double?
      public var minutesThisWeek: Double?
      public var booksThisYear: Int?
      public var booksGoal: Int?
      public var booksRemaining: Int?
      public var rucksThisWeek: Int?
      public var rucksGoal: Int?
      public var distanceThisWeek: Double?
      public var weightMovedThisWeek: Double?
      public var completion: Double?
      public var currentBook: String?
      public var currentBookPercent: Double?
      public var nextMilestone: String?
      public var nextMilestonePercent: Double?
      public var lastActivity: Instant?
    }
  }
}

extension SessionAPI {
  /// Returns what the user has done last.
  public struct FetchLatest: Method {
    public typealias API = SessionAPI
    public static let name = "latest.fetch"
    public init() {}

    public struct Reply: Codable, Sendable {
      /// The entry with the status `reading` that was read last.
      public var title: String?
      public var currentPage: Int?
      public var pageCount: Int?
      /// The latest end of a session of any kind.
      public var endedAt: Instant?

      public init(title: String? = nil, currentPage: Int? = nil, pageCount: Int? = nil, endedAt: Instant? = nil) {
        self.title = title
        self.currentPage = currentPage
        self.pageCount = pageCount
        self.endedAt = endedAt
      }
    }
  }
}

extension EdgeAPI.FetchWidget.Reply: Described {
  public static var title: String { "Widget" }
  /// Only the requested members are in the object.
  public static let members: [String: Note] = notes.mapValues(\.omittable)

  private static let notes: [String: Note] = [
    "streak": "The current listening streak in days.",
    "longestStreak": "The longest listening streak in days.",
    "listeningTime": "Seconds of listening.",
    "readingStreak": "The current reading streak in days.",
    "ruckStreak": "The current training streak in weeks.",
    "listeningMinutesToday": "Minutes of listening today.",
    "readingMinutesToday": "Minutes of reading today.",
    "ruckMinutesToday": "Minutes of rucks today.",
    "minutesToday": "Minutes of all kinds today.",
    "minutesThisWeek": "Minutes of all kinds since Monday.",
    "booksThisYear": "Books finished this year.",
    "booksGoal": "The target of the yearly reading goal.",
    "booksRemaining": "Books still needed to reach the target.",
    "rucksThisWeek": "Rucks this week.",
    "rucksGoal": "The target of the weekly rucks.",
    "distanceThisWeek": "Metres of this week's rucks.",
    "weightMovedThisWeek": "Kilograms times metres of this week's rucks.",
    "completion": "Percent of the diversity data that is known.",
    "currentBook": Note("The title of the book that was read last, or null.", like: "Kindred"),
    "currentBookPercent": "The current page in percent of the pages, or null.",
    "nextMilestone": Note("The title of the locked milestone that is nearest, or null.", like: "The Sea Road"),
    "nextMilestonePercent": "Its progress in percent, or null.",
    "lastActivity": "The latest end of a session of any kind, or null.",
  ]
}
