import API
import Chronology

/// The same values as in `CodecBench`.
enum Samples {
  static let summary = StatsAPI.FetchSummary.Reply(
    totalStories: 42, totalListeningTime: 98_765.25, totalPlayCount: 312, currentStreak: 7, longestStreak: 31,
    favoriteCount: 9, lastActivityDate: Instant(seconds: 1_790_000_000))

  static let report = SessionAPI.RecordSession(
    storyId: "story-0042", startedAt: Instant(seconds: 1_790_000_000), endedAt: Instant(seconds: 1_790_001_800),
    completed: true, duration: 1_712.5)
}
