public import Chronology

/// The review of a year. A section in which nothing happened is nil.
public struct YearReview: Codable, Hashable, Sendable {
  public var year: Int
  public var listening: Listening?
  public var reading: Reading?
  public var rucks: Rucks?
  public var busiestDay: BusiestDay?
  /// The hour of the wall clock, 0…23, at which most sessions of all three kinds began; of several the earliest.
  public var busiestHour: Int?
  /// Those unlocked in the year, with their progress of today.
  public var milestonesUnlocked: [MilestoneStanding] = []
  public var achievementsUnlocked: [AchievementStanding] = []

  public struct Listening: Codable, Hashable, Sendable {
    /// Of what was heard within the year: a session over New Year gives each year its share.
    public var seconds: Double
    /// The sessions that began in the year.
    public var plays: Int
    public var topStory: ListeningInsights.Story?
    public var topHero: TopHero?
    /// The longest run of streak days within the year.
    public var longestStreak: Int
  }

  public struct TopHero: Codable, Hashable, Sendable {
    public var heroId: String
    public var heroName: String
    /// Of what was heard within the year of the stories that it has today.
    public var seconds: Double
  }

  public struct Reading: Codable, Hashable, Sendable {
    /// Those finished in the year.
    public var books: Int
    /// Of the sessions that began in the year, as the minutes are.
    public var pages: Int
    public var minutes: Int
    public var longestStreak: Int
    /// Of the finished books, five at most.
    public var topGenres: [ReadingInsights.Genre]
    public var culturesExplored: Int
    public var fastestBook: FastestBook?
    public var longestBook: LongestBook?
  }

  public struct FastestBook: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    /// From the day of the first session to the day it was finished, at least one.
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
    /// The best of the year.
    public var records: RuckRecords
  }

  public struct BusiestDay: Codable, Hashable, Sendable {
    public var date: Day
    /// Of all three kinds, to two decimals.
    public var minutes: Double
  }
}
