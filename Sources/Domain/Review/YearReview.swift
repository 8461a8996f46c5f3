public import Chronology
public import Languages

/// The review of a year or a month. A section without sessions is nil.
public struct YearReview: Codable, Hashable, Sendable {
  public var year: Int
  /// Nil for a whole year. Reviews of years keep their bytes.
  @Omittable public var month: Int? = nil
  public var listening: Listening?
  public var reading: Reading?
  public var rucks: Rucks?
  public var busiestDay: BusiestDay?
  /// The local hour, 0…23, in which most sessions of all three kinds started; in a tie, the earliest.
  public var busiestHour: Int?
  /// The goals of the year. Months have none.
  public var goals: [Goal] = []
  public var milestonesUnlocked: [Unlocked] = []
  public var achievementsUnlocked: [Unlocked] = []

  public struct Listening: Codable, Hashable, Sendable {
    /// The seconds within the period. A session over its first or last midnight is divided.
    public var seconds: Double
    /// The number of sessions that started in the period.
    public var plays: Int
    public var topStory: ListeningInsights.Story?
    public var topHero: TopHero?
    /// The longest run of streak days within the period.
    public var longestStreak: Int
  }

  public struct TopHero: Codable, Hashable, Sendable {
    public var heroId: String
    public var heroName: String
    /// The seconds within the period of the hero's current stories.
    public var seconds: Double
  }

  public struct Reading: Codable, Hashable, Sendable {
    /// Reads that were finished in the period.
    public var books: Int
    /// The distinct works of these reads.
    public var works: Int
    /// The reads of works that had been finished before.
    public var rereads: Int
    /// The reads whose month is unknown. A month has none.
    public var undated: Int
    public var byFormat: FormatCounts
    /// Pages of the sessions that started in the period; the minutes likewise.
    public var pages: Int
    public var minutes: Int
    public var longestStreak: Int
    /// The genres of the finished books, at most five.
    public var topGenres: [ReadingInsights.Genre]
    public var culturesExplored: Int
    public var fastestBook: FastestBook?
    public var longestBook: LongestBook?
  }

  public struct FastestBook: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    /// From the day of the read's first session, or else of its start, to the day of its finish, at least 1.
    public var days: Int
  }

  public struct LongestBook: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var pageCount: Int
  }

  public struct Rucks: Codable, Hashable, Sendable {
    public var sessions: Int
    /// Metres.
    public var distance: Double
    /// Kilogram metres.
    public var weightMoved: Double
    /// The records of the period.
    public var records: RuckRecords
  }

  public struct Goal: Codable, Hashable, Sendable {
    public var type: GoalType
    /// The last target that was set before the year ended.
    public var target: Int
    public var current: Int
    public var reached: Bool

    init(_ goal: GoalOfYear) {
      (type, target, current, reached) = (goal.type, goal.target, goal.current, goal.reached)
    }
  }

  /// A milestone or an achievement without its progress, which changes after the period.
  public struct Unlocked: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    /// The name of an SF Symbol.
    public var icon: String
    public var unlockedAt: Instant

    public init(id: String, title: String, icon: String, unlockedAt: Instant) {
      self.id = id
      self.title = title
      self.icon = icon
      self.unlockedAt = unlockedAt
    }
  }

  public struct BusiestDay: Codable, Hashable, Sendable {
    public var date: Day
    /// Minutes of all three kinds, to two decimals.
    public var minutes: Double
  }
}

extension YearReview {
  public func translated(to language: Language?) -> YearReview {
    guard let language, language != .english else { return self }
    var review = self
    for place in milestonesUnlocked.indices {
      review.milestonesUnlocked[place].title = language.text(milestonesUnlocked[place].title)
    }
    for place in achievementsUnlocked.indices {
      review.achievementsUnlocked[place].title = language.text(achievementsUnlocked[place].title)
    }
    return review
  }
}
