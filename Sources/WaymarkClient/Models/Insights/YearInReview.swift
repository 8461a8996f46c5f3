public import Foundation

/// A year of listening, reading and rucks. A section in which nothing happened is nil.
public struct YearInReview: Codable, Sendable, Hashable, Identifiable {
  public struct Listening: Codable, Sendable, Hashable {
    public struct TopStory: Codable, Sendable, Hashable, Identifiable {
      public var id: String
      public var title: String
      public var playCount: Int
    }

    public struct TopHero: Codable, Sendable, Hashable, Identifiable {
      public var heroId: String
      public var heroName: String
      public var seconds: Double

      public var id: String { heroId }
    }

    public var seconds: Double
    public var plays: Int
    public var topStory: TopStory?
    public var topHero: TopHero?
    /// Days.
    public var longestStreak: Int
  }

  public struct Reading: Codable, Sendable, Hashable {
    public struct FastestBook: Codable, Sendable, Hashable, Identifiable {
      public var id: String
      public var title: String
      /// From the first session to the finish.
      public var days: Int
    }

    public struct LongestBook: Codable, Sendable, Hashable, Identifiable {
      public var id: String
      public var title: String
      public var pageCount: Int
    }

    public var books: Int
    public var pages: Int
    public var minutes: Int
    /// Days.
    public var longestStreak: Int
    /// At most five, the most read first.
    public var topGenres: [GenreCount]
    public var culturesExplored: Int
    public var fastestBook: FastestBook?
    public var longestBook: LongestBook?
  }

  public struct Rucks: Codable, Sendable, Hashable {
    public var sessions: Int
    /// Metres.
    public var distance: Double
    /// Kilogram metres.
    public var weightMoved: Double
    public var records: PersonalRecords?
  }

  public struct BusiestDay: Codable, Sendable, Hashable {
    public var date: CalendarDay
    public var minutes: Double
  }

  public var year: Int
  public var listening: Listening?
  public var reading: Reading?
  public var rucks: Rucks?
  public var busiestDay: BusiestDay?
  /// 0…23 on the wall clock.
  public var busiestHour: Int?
  public var milestonesUnlocked: [Unlocked]
  public var achievementsUnlocked: [Unlocked]

  public var id: Int { year }
  public var isEmpty: Bool { listening == nil && reading == nil && rucks == nil }
}

extension YearInReview {
  /// A server that lists nothing unlocked has unlocked nothing: that is no reason to show no year at all.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    year = try members.decode(Int.self, forKey: .year)
    listening = try members.decodeIfPresent(Listening.self, forKey: .listening)
    reading = try members.decodeIfPresent(Reading.self, forKey: .reading)
    rucks = try members.decodeIfPresent(Rucks.self, forKey: .rucks)
    busiestDay = try members.decodeIfPresent(BusiestDay.self, forKey: .busiestDay)
    busiestHour = try members.decodeIfPresent(Int.self, forKey: .busiestHour)
    milestonesUnlocked = try members.decodeIfPresent([Unlocked].self, forKey: .milestonesUnlocked) ?? []
    achievementsUnlocked = try members.decodeIfPresent([Unlocked].self, forKey: .achievementsUnlocked) ?? []
  }
}

/// What was unlocked in a year. Only its id is sure: the rest is there if the server sends it.
public struct Unlocked: Sendable, Hashable, Identifiable {
  public var id: String
  public var title: String?
  /// The name of an SF Symbol.
  public var icon: String?
  public var unlockedAt: Date?
}

extension Unlocked: Codable {
  private enum Member: String, CodingKey {
    case id, title, icon, unlockedAt
  }

  /// From an object, or from the bare id.
  public init(from decoder: any Decoder) throws {
    if let id = try? decoder.singleValueContainer().decode(String.self) {
      self.init(id: id)
      return
    }
    let members = try decoder.container(keyedBy: Member.self)
    self.init(
      id: try members.decode(String.self, forKey: .id),
      title: try members.decodeIfPresent(String.self, forKey: .title),
      icon: try members.decodeIfPresent(String.self, forKey: .icon),
      unlockedAt: try members.decodeIfPresent(Date.self, forKey: .unlockedAt))
  }
}
