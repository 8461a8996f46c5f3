public import Foundation

/// The totals of all listening.
public struct AnalyticsSummary: Codable, Sendable, Hashable {
  /// The number of stories.
  public var totalStories: Int
  /// The time listened, in seconds.
  public var totalListeningTime: Double
  /// The number of listening sessions.
  public var totalPlayCount: Int
  /// The number of consecutive days with a completed session, up to today or yesterday.
  public var currentStreak: Int
  /// The longest run of days with a completed session.
  public var longestStreak: Int
  /// The number of favorite stories.
  public var favoriteCount: Int
  /// The latest end of a session, or nil before the first session.
  public var lastActivityDate: Date?

  /// Creates a summary, for previews and tests.
  public init(
    totalStories: Int, totalListeningTime: Double, totalPlayCount: Int, currentStreak: Int, longestStreak: Int,
    favoriteCount: Int, lastActivityDate: Date?
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
