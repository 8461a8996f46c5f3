import Chronology
import Domain
import Service

/// A short history in UTC whose figures can be counted by hand.
enum SampleHistory {
  static let now = at("2026-11-20T12:00:00Z")

  static func at(_ text: String) -> Instant { Instant(text) ?? Instant(seconds: 0) }

  static let events: [Event] = [
    .account(.opened(AccountOpened(at: at("2026-11-01T08:00:00Z")))),
    .catalogue(.heroSaved(HeroSaved(hero: Hero(id: "mia", name: "Mia")))),
    .catalogue(.heroSaved(HeroSaved(hero: Hero(id: "ada", name: "Ada")))),
    .catalogue(.storySaved(StorySaved(story: story("moon", heroId: "mia")))),
    .catalogue(.storySaved(StorySaved(story: story("sun")))),
    .catalogue(.storySaved(StorySaved(story: story("tide")))),
    .catalogue(.storyFavorited(StoryFavorited(storyId: "sun"))),
    .listening(.recorded(ListeningRecorded(session: session("2026-11-19T10:00:00Z", seconds: 600)))),
    .listening(.recorded(ListeningRecorded(session: session("2026-11-20T10:00:00Z", seconds: 300)))),
    .rucks(
      .recorded(
        RuckRecorded(
          ruck: Ruck(
            id: "hill", startedAt: at("2026-11-18T08:00:00Z"), endedAt: at("2026-11-18T09:00:00Z"), distance: 5_000,
            loadWeight: 10, calories: 400)))),
    .reading(.workSaved(WorkSaved(work: Work(id: "sea", title: "Sea", pageCount: 30)))),
    .reading(
      .recorded(
        ReadingRecorded(
          session: ReadingSession(
            workId: "sea", startedAt: at("2026-11-20T07:00:00Z"), endedAt: at("2026-11-20T07:30:00Z"), startPage: 0,
            endPage: 30)))),
    .reading(
      .entrySaved(
        EntrySaved(
          entry: LibraryEntry(
            workId: "sea", status: .finished, currentPage: 30, rating: 4.5, finishedAt: at("2026-11-20T08:00:00Z"))))),
  ]

  private static func story(_ id: String, heroId: String? = nil) -> Story {
    Story(id: id, title: id, heroId: heroId, estimatedDuration: 900, createdAt: at("2026-11-02T08:00:00Z"))
  }

  private static func session(_ start: String, seconds: Int64) -> ListeningSession {
    ListeningSession(
      storyId: "moon", startedAt: at(start), endedAt: at(start) + seconds, completed: true, duration: Double(seconds))
  }

  static func view(_ more: [Event] = []) -> StatsView {
    var view = StatsView()
    for event in events + more { view.apply(event, zones: Zones()) }
    return view
  }
}
