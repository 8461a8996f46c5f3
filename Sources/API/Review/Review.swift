public import Domain
public import Proto

extension Endpoints {
  static let review: [Endpoint] = [
    StatsAPI.FetchReview.endpoint
  ]
}

extension StatsAPI {
  /// A year looked back on; the current one so far.
  public struct FetchReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = YearReview
    public static let name = "stats.review"
    static let endpoint = Endpoint.get(
      "/review/{year}", FetchReview.self,
      parameters: [.reviewedYear], "The year in review.",
      details: """
        A session over New Year gives each year its share of the seconds; else it belongs to the day it started. A \
        section in which nothing happened is null. `busiestDay` and `busiestHour` are over listening, reading and rucks.
        """
    ).tagged()

    public var year: Int
    public init(year: Int) { self.year = year }
  }
}

extension YearReview: Described {
  public static let members: [String: Note] = [
    "year": Note("The year looked back on.", .range(StatsView.reviewYears), like: 2026),
    "listening": "Stories, null where nothing was heard.",
    "reading": "Books, null where nothing was read.",
    "rucks": "Rucks, null where none were recorded.",
    "busiestDay": "The day with most minutes, null without any.",
    "busiestHour": Note("The local hour in which most sessions began, null without any.", .range(0...23), like: 21),
    "milestonesUnlocked": "Milestones that were unlocked in the year.",
    "achievementsUnlocked": "Achievements that were unlocked in the year.",
  ]
}

extension YearReview.Listening: Described {
  public static let members: [String: Note] = [
    "seconds": Note("Seconds listened.", like: 48_600),
    "plays": "Sessions.",
    "topStory": "The story heard most often, null without.",
    "topHero": "The hero heard longest, null without.",
    "longestStreak": "The longest run of days with a completed session in that year.",
  ]
}

extension YearReview.TopHero: Described {
  public static let members: [String: Note] = [
    "heroId": .id("The hero's id.", like: "ada"),
    "heroName": .name("The hero's name.", like: "Ada"),
    "seconds": Note("Seconds listened.", like: 48_600),
  ]
}

extension YearReview.Reading: Described {
  public static let members: [String: Note] = [
    "books": "Books finished.",
    "pages": "Pages read.",
    "minutes": "Minutes.",
    "longestStreak": "The longest run of days with a reading session in that year.",
    "topGenres": "The most frequent genres, at most 5.",
    "culturesExplored": "Different cultural origins of the finished books.",
    "fastestBook": "The book that took the fewest days, null without.",
    "longestBook": "The book with most pages, null without.",
  ]
}

extension YearReview.FastestBook: Described {
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "title": .name("A title to show.", like: "The Sea Road"),
    "days": "Days from the first session to the finish.",
  ]
}

extension YearReview.LongestBook: Described {
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "title": .name("A title to show.", like: "The Sea Road"),
    "pageCount": Note("Pages of the book.", .range(LibraryRules.pageCounts), like: 209),
  ]
}

extension YearReview.Rucks: Described {
  public static let members: [String: Note] = [
    "sessions": "Sessions.",
    "distance": Note("Metres.", .from(0), like: 8_000),
    "weightMoved": Note("Kilogram metres: load times distance.", like: 160_000),
    "records": "The best of the year.",
  ]
}

extension YearReview.BusiestDay: Described {
  public static let members: [String: Note] = [
    "date": "A day in the user's time zone.",
    "minutes": Note("Minutes of all three kinds.", .from(0), like: 30.5),
  ]
}
