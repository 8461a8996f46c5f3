import Chronology
import Domain
import Testing

@testable import DomainModels

struct MilestonesViewTests {
  private func unlocked(_ history: StatsHistory) -> [String: String] {
    var view = history.milestones()
    return view.milestones(now: instant("2026-11-20T12:00:00Z")).reduce(into: [:]) { unlocked, standing in
      unlocked[standing.id] = standing.unlockedAt?.description
    }
  }

  @Test("A new user has all milestones in order, locked, with title, symbol and threshold")
  func table() {
    var view = StatsHistory().milestones()
    let standings = view.milestones(now: instant("2026-11-20T12:00:00Z"))
    #expect(
      standings.map(\.id) == [
        "stories-1", "stories-5", "stories-10", "stories-25", "stories-50", "listening-1h", "listening-5h", "streak-7",
        "streak-30",
      ])
    #expect(standings.map(\.threshold) == [1, 5, 10, 25, 50, 3_600, 18_000, 7, 30])
    #expect(standings.allSatisfy { !$0.isUnlocked && $0.currentValue == 0 })
    #expect(standings.allSatisfy { !$0.title.isEmpty && !$0.icon.isEmpty })
  }

  @Test("The unlocking time is the latest creation or end after the write")
  func unlockedAt() {
    var history = StatsHistory()
    history.story("a", at: "2026-02-01T00:00:00Z")
    #expect(unlocked(history) == ["stories-1": "2026-02-01T00:00:00Z"])
    history.story("b", at: "2026-03-01T00:00:00Z")
    history.listen("2026-01-10T10:00:00Z", minutes: 59, to: "a")
    #expect(unlocked(history)["listening-1h"] == nil)
    history.listen("2026-01-11T10:00:00Z", minutes: 1, to: "a")
    #expect(unlocked(history)["listening-1h"] == "2026-03-01T00:00:00Z")
    history.listen("2026-04-11T10:00:00Z", minutes: 240, to: "a")
    #expect(unlocked(history)["listening-5h"] == "2026-04-11T14:00:00Z")
  }

  @Test("A late upload unlocks a milestone, which stays when the session is deleted")
  func lateUpload() {
    var history = StatsHistory()
    for day in [10, 11, 12, 14, 15, 16] { history.listen("2026-11-\(day)T10:00:00Z") }
    #expect(unlocked(history)["streak-7"] == nil)
    let late = history.listen("2026-11-13T10:00:00Z")
    #expect(unlocked(history)["streak-7"] == "2026-11-16T10:10:00Z")
    history.remove(late)
    var view = history.milestones()
    let standing = view.milestones(now: instant("2026-11-17T12:00:00Z"))[7]
    #expect(standing.isUnlocked)
    #expect(standing.currentValue == 3)
  }

  @Test("Changing the rest days can unlock a streak milestone")
  func restDays() {
    var history = StatsHistory()
    for day in [10, 11, 12, 14, 15, 16, 17] { history.listen("2026-11-\(day)T10:00:00Z") }
    #expect(unlocked(history)["streak-7"] == nil)
    history.live(restDays: 1)
    #expect(unlocked(history)["streak-7"] == "2026-11-17T10:10:00Z")
    history.live(restDays: 0)
    #expect(unlocked(history)["streak-7"] == "2026-11-17T10:10:00Z")
  }

  @Test("Deleting stories lowers the count but locks nothing")
  func deletion() {
    var history = StatsHistory()
    for id in ["a", "b", "c", "d", "e"] { history.story(id) }
    history.remove(story: "e")
    var view = history.milestones()
    let standings = view.milestones(now: instant("2026-11-20T12:00:00Z"))
    #expect(standings[1].isUnlocked)
    #expect(standings[1].currentValue == 4)
  }
}
