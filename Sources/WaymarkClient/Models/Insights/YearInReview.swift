public import Foundation

/// A year or a month of listening, reading and rucks. A section without activity is nil.
public struct YearInReview: Codable, Sendable, Hashable, Identifiable {
  /// The listening of the year or month.
  public struct Listening: Codable, Sendable, Hashable {
    /// The story that was played most often.
    public struct TopStory: Codable, Sendable, Hashable, Identifiable {
      /// The id of the story.
      public var id: String
      /// The title of the story.
      public var title: String
      /// The number of listening sessions.
      public var playCount: Int
    }

    /// The hero that was listened to longest.
    public struct TopHero: Codable, Sendable, Hashable, Identifiable {
      /// The id of the hero.
      public var heroId: String
      /// The name of the hero.
      public var heroName: String
      /// The time listened, in seconds.
      public var seconds: Double

      /// The id of the hero.
      public var id: String { heroId }
    }

    /// The time listened, in seconds.
    public var seconds: Double
    /// The number of listening sessions.
    public var plays: Int
    /// The story that was played most often, or nil if none is known.
    public var topStory: TopStory?
    /// The hero that was listened to longest, or nil if none is known.
    public var topHero: TopHero?
    /// The longest run of days with a completed session in the year or month.
    public var longestStreak: Int
  }

  /// The reading of the year or month.
  public struct Reading: Codable, Sendable, Hashable {
    /// The book that was finished in the fewest days.
    public struct FastestBook: Codable, Sendable, Hashable, Identifiable {
      /// The id of the work.
      public var id: String
      /// The title of the work.
      public var title: String
      /// The days from the read's first session, or else its start, to its finish; at least 1.
      public var days: Int
    }

    /// The book with the most pages.
    public struct LongestBook: Codable, Sendable, Hashable, Identifiable {
      /// The id of the work.
      public var id: String
      /// The title of the work.
      public var title: String
      /// The number of pages.
      public var pageCount: Int
    }

    /// Books finished. A work that was finished twice counts twice.
    public var books: Int
    /// The number of different works among them.
    public var works: Int
    /// The finished books that had been finished before.
    public var rereads: Int
    /// The finished books whose month is unknown. 0 in a month.
    public var undated: Int
    /// The finished books by format, or nil if the server did not send them.
    public var byFormat: FormatCounts?
    /// Pages read.
    public var pages: Int
    /// Minutes read.
    public var minutes: Int
    /// The longest run of days with a reading session in the year or month.
    public var longestStreak: Int
    /// The most frequent genres first, at most five.
    public var topGenres: [GenreCount]
    /// The number of different cultural origins among the finished books.
    public var culturesExplored: Int
    /// The book that was finished in the fewest days, or nil if none is known.
    public var fastestBook: FastestBook?
    /// The book with the most pages, or nil if none is known.
    public var longestBook: LongestBook?
  }

  /// The rucks of the year or month.
  public struct Rucks: Codable, Sendable, Hashable {
    /// The number of rucks.
    public var sessions: Int
    /// The distance in metres.
    public var distance: Double
    /// Load times distance, in kilogram metres.
    public var weightMoved: Double
    /// The best values of the year or month, or nil if the server sends none.
    public var records: PersonalRecords?
  }

  /// The day with the most minutes of activity.
  public struct BusiestDay: Codable, Sendable, Hashable {
    /// The day in the user's calendar.
    public var date: CalendarDay
    /// Minutes of listening, reading and rucks.
    public var minutes: Double
  }

  /// The year.
  public var year: Int
  /// The month of the year, 1…12, or nil for a whole year.
  public var month: Int?
  /// The listening, or nil if there was none.
  public var listening: Listening?
  /// The reading, or nil if there was none.
  public var reading: Reading?
  /// The rucks, or nil if there were none.
  public var rucks: Rucks?
  /// The day with the most minutes, or nil if there was no activity.
  public var busiestDay: BusiestDay?
  /// The local hour in which most sessions started, 0…23, or nil if there was no activity.
  public var busiestHour: Int?
  /// The goals of the year. Empty for a month, and if the server does not send them.
  public var goals: [GoalOfYear]
  /// The milestones unlocked in the year or month.
  public var milestonesUnlocked: [Unlocked]
  /// The achievements unlocked in the year or month.
  public var achievementsUnlocked: [Unlocked]

  /// The year, or for a month a number that no year and no other month has.
  public var id: Int { year + (month ?? 0) * 10_000 }
  /// Whether there was no listening, no reading and no ruck.
  public var isEmpty: Bool { listening == nil && reading == nil && rucks == nil }
}

extension YearInReview {
  /// Decodes a review. A missing list of unlocked badges decodes as an empty list.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    year = try members.decode(Int.self, forKey: .year)
    month = try members.decodeIfPresent(Int.self, forKey: .month)
    listening = try members.decodeIfPresent(Listening.self, forKey: .listening)
    reading = try members.decodeIfPresent(Reading.self, forKey: .reading)
    rucks = try members.decodeIfPresent(Rucks.self, forKey: .rucks)
    busiestDay = try members.decodeIfPresent(BusiestDay.self, forKey: .busiestDay)
    busiestHour = try members.decodeIfPresent(Int.self, forKey: .busiestHour)
    goals = try members.decodeIfPresent([GoalOfYear].self, forKey: .goals) ?? []
    milestonesUnlocked = try members.decodeIfPresent([Unlocked].self, forKey: .milestonesUnlocked) ?? []
    achievementsUnlocked = try members.decodeIfPresent([Unlocked].self, forKey: .achievementsUnlocked) ?? []
  }
}

extension YearInReview.Reading {
  /// Decodes the reading. A server that sends only a number of books counts each work once.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    books = try members.decode(Int.self, forKey: .books)
    works = try members.decodeIfPresent(Int.self, forKey: .works) ?? books
    rereads = try members.decodeIfPresent(Int.self, forKey: .rereads) ?? 0
    undated = try members.decodeIfPresent(Int.self, forKey: .undated) ?? 0
    byFormat = try members.decodeIfPresent(FormatCounts.self, forKey: .byFormat)
    pages = try members.decode(Int.self, forKey: .pages)
    minutes = try members.decode(Int.self, forKey: .minutes)
    longestStreak = try members.decode(Int.self, forKey: .longestStreak)
    topGenres = try members.decode([GenreCount].self, forKey: .topGenres)
    culturesExplored = try members.decode(Int.self, forKey: .culturesExplored)
    fastestBook = try members.decodeIfPresent(FastestBook.self, forKey: .fastestBook)
    longestBook = try members.decodeIfPresent(LongestBook.self, forKey: .longestBook)
  }
}

/// A milestone or achievement that was unlocked in the year or month. Only the id is always present.
public struct Unlocked: Sendable, Hashable, Identifiable {
  /// The id of the milestone or achievement.
  public var id: String
  /// The title, or nil if the server did not send it.
  public var title: String?
  /// The name of an SF Symbol, or nil if the server did not send it.
  public var icon: String?
  /// When it was unlocked, or nil if the server did not send it.
  public var unlockedAt: Date?
}

extension Unlocked: Codable {
  private enum Member: String, CodingKey {
    case id, title, icon, unlockedAt
  }

  /// Decodes an object, or a bare id.
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
