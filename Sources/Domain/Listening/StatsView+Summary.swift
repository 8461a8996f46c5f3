public import Chronology

public struct ListeningSummary: Codable, Hashable, Sendable {
  public var totalStories: Int
  /// The sum of the stored durations.
  public var totalListeningTime: Double
  /// The number of sessions, including those of deleted stories.
  public var totalPlayCount: Int
  public var currentStreak: Int
  public var longestStreak: Int
  public var favoriteCount: Int
  /// The latest end of a session.
  public var lastActivityDate: Instant?

  public init(
    totalStories: Int, totalListeningTime: Double, totalPlayCount: Int, currentStreak: Int, longestStreak: Int,
    favoriteCount: Int, lastActivityDate: Instant?
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

extension StatsView {
  public mutating func summary(now: Instant) -> ListeningSummary {
    let totals = fold.history.totals()
    let streaks = fold.history.streaks()
    return ListeningSummary(
      totalStories: fold.stories.count,
      totalListeningTime: totals.seconds.clampedToFinite,
      totalPlayCount: totals.count,
      currentStreak: streaks.current(on: fold.calendar.day(of: now)),
      longestStreak: streaks.longest,
      favoriteCount: fold.stories.favoriteCount,
      lastActivityDate: totals.count == 0 ? nil : Instant(seconds: totals.lastEnd))
  }
}

extension Double {
  /// Sums of absurd durations can exceed the greatest double; no reply does.
  var clampedToFinite: Double { Swift.min(self, .greatestFiniteMagnitude) }
}
