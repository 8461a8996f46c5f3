public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let review: [Endpoint] = [
    StatsAPI.FetchReview.endpoint,
    StatsAPI.FetchMonthReview.endpoint,
  ]
}

extension StatsAPI {
  /// Returns the review of one year; for the current year, of the part that has passed.
  public struct FetchReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = YearReview
    public static let name = "stats.review"
    static let endpoint = Endpoint.get(
      "/review/{year}", FetchReview.self,
      parameters: [.reviewedYear], "Get the review of a year.",
      details: """
        The seconds of a session over New Year are divided between the two years. Otherwise a session belongs to the \
        day on which it started. A section without sessions is null. `busiestDay` and `busiestHour` cover all three \
        kinds.
        """
    ).tagged().inLanguages()

    public var year: Int
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(year: Int, lang: Language? = nil) {
      self.year = year
      self.lang = lang
    }
  }

  /// Returns the review of one month; for the current month, of the part that has passed.
  public struct FetchMonthReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = YearReview
    // Not a member of `FetchReview`: an earlier service would ignore it and return the year.
    public static let name = "stats.monthReview"
    static let endpoint = Endpoint.get(
      "/review/{year}-{month}", FetchMonthReview.self,
      parameters: [.yearOfMonth, .reviewedMonth], "Get the review of a month.",
      details: """
        The review of a year, for one month, with the member `month`. A read belongs to the month if its finish is \
        known to the month or the day. `longestStreak` covers the days of the month only. `undated` is 0, and `goals` \
        is empty, because goals are per year.
        """
    ).tagged().inLanguages()

    public var year: Int
    public var month: Int
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(year: Int, month: Int, lang: Language? = nil) {
      self.year = year
      self.month = month
      self.lang = lang
    }
  }
}

extension YearReview: Described {
  public static let members: [String: Note] = [
    "year": Note("The reviewed year.", .range(StatsView.reviewYears), like: 2026),
    "month": Note(
      "The reviewed month of the year. Omitted for a whole year.", .range(StatsView.reviewMonths), like: 3
    ).omittable,
    "listening": "The figures of listening, or null if there are no sessions.",
    "reading": "The figures of reading, or null if there are none.",
    "rucks": "The figures of rucks, or null if there are none.",
    "busiestDay": "The day with the most minutes, or null if there is none.",
    "busiestHour": Note(
      "The local hour in which most sessions started, or null if there are none.", .range(0...23), like: 21),
    "goals": "The goals of the year, with the targets that applied when it ended. Empty for a month.",
    "milestonesUnlocked": "The milestones unlocked in the year or month.",
    "achievementsUnlocked": "The achievements unlocked in the year or month.",
  ]
}

extension YearReview.Goal: Described {
  public static let members: [String: Note] = [
    "type": "The type of the goal.",
    "target": Note("The target.", .range(GoalRules.targets), like: 12),
    "current": "The books finished in the year, or their cultures.",
    "reached": "Whether the target was reached.",
  ]
}

extension YearReview.Unlocked: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "bookworm"),
    "title": .name("The title.", like: "Bookworm"),
    "icon": .name("The name of an SF Symbol.", like: "books.vertical.fill"),
    "unlockedAt": "When it was unlocked.",
  ]
}

extension YearReview.Listening: Described {
  public static let members: [String: Note] = [
    "seconds": Note("Seconds of listening.", like: 48_600),
    "plays": "The number of sessions.",
    "topStory": "The story with the most sessions, or null if there are none.",
    "topHero": "The hero with the longest listening time, or null if there is none.",
    "longestStreak": "The most consecutive days with a completed session in that year or month.",
  ]
}

extension YearReview.TopHero: Described {
  public static let members: [String: Note] = [
    "heroId": .id("The hero's id.", like: "ada"),
    "heroName": .name("The hero's name.", like: "Ada"),
    "seconds": Note("Seconds of listening.", like: 48_600),
  ]
}

extension YearReview.Reading: Described {
  public static let members: [String: Note] = [
    "books": "Reads that were finished in the year or month.",
    "works": "The number of different works of these reads.",
    "rereads": "The reads of works that had been finished before.",
    "undated": "The reads whose month is unknown. 0 for a month.",
    "byFormat": "These reads by format.",
    "pages": "Pages read.",
    "minutes": "Minutes read.",
    "longestStreak": "The most consecutive days with a reading session in that year or month.",
    "topGenres": "The most frequent genres, at most 5.",
    "culturesExplored": "The number of different cultural origins of the finished books.",
    "fastestBook": "The book that took the fewest days, or null if there is none.",
    "longestBook": "The book with the most pages, or null if there is none.",
  ]
}

extension YearReview.FastestBook: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "title": .name("The title.", like: "The Sea Road"),
    "days": "Days from the read's first session, or else its start, to its finish.",
  ]
}

extension YearReview.LongestBook: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "title": .name("The title.", like: "The Sea Road"),
    "pageCount": Note("Pages of the book.", .range(LibraryRules.pageCounts), like: 209),
  ]
}

extension YearReview.Rucks: Described {
  public static let members: [String: Note] = [
    "sessions": "The number of rucks.",
    "distance": Note("The distance in metres.", .from(0), like: 8_000),
    "weightMoved": Note("Kilogram metres: the load times the distance.", like: 160_000),
    "records": "The records of the year or month.",
  ]
}

extension YearReview.BusiestDay: Described {
  public static let members: [String: Note] = [
    "date": "The day, in the user's time zone.",
    "minutes": Note("Minutes of listening, reading and rucks.", .from(0), like: 30.5),
  ]
}
