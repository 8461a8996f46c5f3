import API
import Chronology

/// Listening: in the evenings and on some mornings, with pauses.
extension DemoYear {
  private static let subject: UInt64 = 1
  /// The days of the current streak: each has a session.
  private static let streakDays = 12
  /// The days (ago) on which the player was left running.
  private static let leftRunning = [77, 198]

  mutating func listen() {
    for daysAgo in (0..<Self.days).reversed() {
      var random = DemoRandom(Self.subject, daysAgo)
      let isInStreak = daysAgo < Self.streakDays
      let isQuiet = random.happens(16) && !isInStreak
      guard !Self.holiday.contains(daysAgo), !isQuiet else { continue }
      // The same few stories repeat for two weeks, then others.
      let favoured = (Self.days - daysAgo) / 14 * 3
      if daysAgo == 0 || random.happens(22) {
        hear(favoured + random.number(0...2), at(daysAgo, minute: 425 + random.number(0...20)), percent: 100)
      }
      var start = at(daysAgo, minute: 1_140 + random.number(0...90))
      for _ in 0..<random.number(1...2) {
        let isWhole = isInStreak || random.happens(78)
        let percent = Self.leftRunning.contains(daysAgo) ? 200 : isWhole ? 100 : random.number(25...80)
        let end = hear(favoured + random.number(0...2), start, percent: percent, pause: random.number(0...4))
        start = end + Int64(60 * random.number(5...20))
      }
    }
  }

  /// Adds a session that covers a fraction of a story, and returns its end.
  @discardableResult
  private mutating func hear(_ place: Int, _ start: Instant, percent: Int, pause: Int = 0) -> Instant {
    let story = DemoStories.all[place % DemoStories.all.count]
    let seconds = story.minutes * 60 * percent / 100
    let end = start + Int64(seconds + 60 * pause)
    if end <= now {
      listening.append(
        SessionAPI.RecordListening(
          storyId: story.id, startedAt: start, endedAt: end, completed: percent >= 100, duration: Double(seconds)))
    }
    return end
  }
}
