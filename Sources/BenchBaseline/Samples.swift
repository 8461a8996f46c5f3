import API
import Chronology
import Domain

/// The same values as in `CodecBench`.
enum Samples {
  static let summary = ListeningSummary(
    totalStories: 42, totalListeningTime: 98_765.25, totalPlayCount: 312, currentStreak: 7, longestStreak: 31,
    favoriteCount: 9, lastActivityDate: Instant(seconds: 1_790_000_000))

  static let anomaly = SessionAPI.Anomaly(
    id: "a-000042", sessionId: "L04APR5K0-1", storyId: "story-0042", kind: "durationCapped", given: 4_000.25,
    stored: 2_700, recordedAt: Instant(seconds: 1_790_000_000))
}
