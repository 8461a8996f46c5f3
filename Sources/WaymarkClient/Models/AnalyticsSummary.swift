public import Foundation

/// The figures at the top of a reading journey.
public struct AnalyticsSummary: Codable, Sendable, Hashable {
  public var totalStories: Int
  /// Seconds.
  public var totalListeningTime: Double
  public var totalPlayCount: Int
  /// Days.
  public var currentStreak: Int
  /// Days.
  public var longestStreak: Int
  public var favoriteCount: Int
  /// Nil until something was listened to.
  public var lastActivityDate: Date?

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
