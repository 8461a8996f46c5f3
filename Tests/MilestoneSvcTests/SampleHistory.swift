import Chronology
import Domain

/// One story, an hour of listening on two days, a finished book and a goal.
enum SampleHistory {
  static let now = at("2026-11-20T12:00:00Z")

  static func at(_ text: String) -> Instant { Instant(text) ?? Instant(seconds: 0) }

  static let events: [Event] = {
    let story = Story(
      id: "moon", title: "Moon", heroId: nil, estimatedDuration: 3_600, createdAt: at("2026-11-02T08:00:00Z"))
    func session(_ start: String) -> Event {
      .listening(
        .recorded(
          ListeningRecorded(
            session: ListeningSession(
              storyId: "moon", startedAt: at(start), endedAt: at(start) + 1_800, completed: true,
              duration: 1_800))))
    }
    return [
      .account(.opened(AccountOpened(at: at("2026-11-01T08:00:00Z")))),
      .catalogue(.storySaved(StorySaved(story: story))),
      session("2026-11-19T10:00:00Z"), session("2026-11-20T10:00:00Z"),
      .reading(.workSaved(WorkSaved(work: Work(id: "sea", title: "Sea")))),
      .reading(
        .entrySaved(
          EntrySaved(
            entry: LibraryEntry(
              workId: "sea", status: .finished, currentPage: 30, finishedAt: at("2026-11-20T08:00:00Z"))))),
      .goals(.set(GoalSet(type: .annualReading, target: 2))),
    ]
  }()
}
