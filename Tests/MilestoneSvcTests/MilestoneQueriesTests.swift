import API
import Chronology
import Domain
import Proto
import Service
import Testing

@testable import MilestoneSvc

@Suite struct MilestoneQueriesTests {
  private let now = at("2026-11-20T12:00:00Z")

  private static func at(_ text: String) -> Instant { Instant(text) ?? Instant(seconds: 0) }

  /// One story, an hour of listening on two days, and a book read to its end.
  private func view() -> MilestonesView {
    let story = Story(
      id: "moon", title: "Moon", heroId: nil, estimatedDuration: 3_600, createdAt: Self.at("2026-11-02T08:00:00Z"))
    func session(_ start: String) -> Event {
      .listening(
        .recorded(
          ListeningRecorded(
            session: ListeningSession(
              storyId: "moon", startedAt: Self.at(start), endedAt: Self.at(start) + 1_800, completed: true,
              duration: 1_800))))
    }
    let events: [Event] = [
      .account(.opened(AccountOpened(at: Self.at("2026-11-01T08:00:00Z")))),
      .catalogue(.storySaved(StorySaved(story: story))),
      session("2026-11-19T10:00:00Z"), session("2026-11-20T10:00:00Z"),
      .reading(.workSaved(WorkSaved(work: Work(id: "sea", title: "Sea")))),
      .reading(
        .entrySaved(
          EntrySaved(
            entry: LibraryEntry(
              workId: "sea", status: .finished, currentPage: 30, finishedAt: Self.at("2026-11-20T08:00:00Z"))))),
      .goals(.set(GoalSet(type: .annualReading, target: 2))),
    ]
    var view = MilestonesView()
    for event in events { view.apply(event, zones: Zones()) }
    return view
  }

  @Test("The milestones, those that were reached with their moment")
  func milestones() {
    var view = view()
    let milestones = MilestoneQueries.milestones(.init(), &view, now).milestones
    #expect(milestones.map(\.id) == Milestone.all.map(\.id))
    let unlocked = milestones.filter(\.isUnlocked)
    #expect(unlocked.map(\.id) == ["stories-1", "listening-1h"])
    #expect(
      unlocked.map(\.unlockedAt) == [Self.at("2026-11-02T08:00:00Z"), Self.at("2026-11-20T10:30:00Z")])
    #expect(milestones.first { $0.id == "streak-7" }?.currentValue == 2)
  }

  @Test("The achievements, with how far each has come")
  func achievements() throws {
    var view = view()
    let achievements = MilestoneQueries.achievements(.init(), &view, now).achievements
    #expect(achievements.filter(\.isUnlocked).map(\.id) == ["first-steps"])
    let bookworm = try #require(achievements.first { $0.id == "bookworm" })
    #expect(bookworm.currentValue == 1 && bookworm.threshold == 10 && bookworm.progress == 0.1)
  }

  @Test("The goals, the set one and the usual ones")
  func goals() {
    var view = view()
    let goals = MilestoneQueries.goals(.init(), &view, now).goals
    #expect(goals.map(\.type) == [.annualReading, .culturalDiversity, .readingStreak, .weeklyRucks])
    #expect(goals.map(\.target) == [2, 5, 7, 2])
    #expect(goals[0].current == 1 && goals[0].progress == 0.5 && goals[0].remaining == 1)
    #expect(goals[0].subtitle == "1 book remaining" && !goals[0].onTrack)
  }
}
