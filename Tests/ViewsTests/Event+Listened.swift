import Chronology
import Domain

extension Event {
  static func listened(at start: Int64, seconds: Int64 = 600, completed: Bool = true) -> Event {
    .listening(
      .recorded(
        ListeningRecorded(
          session: ListeningSession(
            storyId: "s1", startedAt: Instant(seconds: start), endedAt: Instant(seconds: start + seconds),
            completed: completed, duration: Double(seconds)))))
  }
}
