import Chronology
import SeededRandom
@testable import Domain
@testable import DomainModels
import Testing

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ListeningSummaryTests {
  @Test("A new user has zeros and no last activity")
  func newUser() {
    let summary = StatsHistory().summary(now: "2026-11-20T12:00:00Z")
    #expect(
      summary
        == ListeningSummary(
          totalStories: 0, totalListeningTime: 0, totalPlayCount: 0, currentStreak: 0, longestStreak: 0,
          favoriteCount: 0, lastActivityDate: nil))
  }

  @Test("A summary counts stories, seconds, plays, favourites and the last end")
  func figures() {
    var history = StatsHistory()
    history.story("a", favorite: true)
    history.story("b")
    history.append(.catalogue(.storyFavorited(StoryFavorited(storyId: "b"))))
    history.append(.catalogue(.storyFavorited(StoryFavorited(storyId: "b"))))
    history.listen("2026-11-19T10:00:00Z", minutes: 100, to: "a", completed: false)
    history.listen("2026-11-19T10:30:00Z", minutes: 10, to: "b", duration: 30.25)
    let summary = history.summary(now: "2026-11-20T12:00:00Z")
    #expect(summary.totalStories == 2)
    #expect(summary.totalListeningTime == 6_030.25)
    #expect(summary.totalPlayCount == 2)
    #expect(summary.favoriteCount == 2)
    #expect(summary.currentStreak == 1)
    #expect(summary.lastActivityDate?.description == "2026-11-19T11:40:00Z")
  }

  @Test("Only completed sessions make streak days")
  func completed() {
    var history = StatsHistory()
    let first = history.listen("2026-11-19T10:00:00Z", completed: false)
    history.listen("2026-11-20T10:00:00Z")
    #expect(history.summary(now: "2026-11-20T12:00:00Z").currentStreak == 1)
    history.change(first) { $0.completed = true }
    #expect(history.summary(now: "2026-11-20T12:00:00Z").currentStreak == 2)
  }

  @Test("A streak continues over both clock changes and is counted in the user's zone")
  func zones() {
    var history = StatsHistory()
    history.live(in: "America/New_York")
    let evenings = [
      "2026-03-06T23:30:00-05:00", "2026-03-07T23:30:00-05:00", "2026-03-08T23:30:00-04:00",
      "2026-03-09T23:30:00-04:00", "2026-03-10T23:30:00-04:00",
    ]
    let nights = [
      "2026-10-30T00:30:00-04:00", "2026-10-31T00:30:00-04:00", "2026-11-01T00:30:00-04:00",
      "2026-11-02T00:30:00-05:00",
    ]
    for start in evenings + nights { history.listen(start, minutes: 5) }
    let autumn = history.summary(now: "2026-11-03T12:00:00-05:00")
    #expect(autumn.longestStreak == 5)
    #expect(autumn.currentStreak == 4)
    history.live(in: "UTC")
    #expect(history.summary(now: "2026-03-12T12:00:00Z").longestStreak == 5)
    history.live(in: "Pacific/Apia")
    #expect(history.summary(now: "2026-11-05T12:00:00Z").currentStreak == 0)
  }

  @Test("A session added later repairs a streak, and deleting it breaks the streak again")
  func repair() {
    var history = StatsHistory()
    for day in [16, 17, 19, 20] { history.listen("2026-11-\(day)T10:00:00Z") }
    #expect(history.summary(now: "2026-11-20T12:00:00Z").currentStreak == 2)
    let late = history.listen("2026-11-18T10:00:00Z")
    #expect(history.summary(now: "2026-11-20T12:00:00Z").currentStreak == 5)
    history.remove(late)
    #expect(history.summary(now: "2026-11-20T12:00:00Z").currentStreak == 2)
    #expect(history.summary(now: "2026-11-20T12:00:00Z").longestStreak == 2)
  }

  @Test("A week of sessions has the same figures in any order of upload")
  func order() {
    var random = SplitMix(seed: 11)
    let starts = (14...20).flatMap { day in ["08", "12", "23"].map { "2026-11-\(day)T\($0):40:00Z" } }
    var inOrder = StatsHistory()
    for start in starts { inOrder.listen(start, minutes: 30, duration: 0.1) }
    for _ in 0..<20 {
      var shuffled = StatsHistory()
      for start in starts.shuffled(using: &random) { shuffled.listen(start, minutes: 30, duration: 0.1) }
      #expect(shuffled.summary(now: "2026-11-21T12:00:00Z") == inOrder.summary(now: "2026-11-21T12:00:00Z"))
      #expect(shuffled.minutes("2026-11-01", "2026-11-30") == inOrder.minutes("2026-11-01", "2026-11-30"))
    }
  }

  @Test("An edited session counts as if it had been recorded that way")
  func edit() {
    var history = StatsHistory()
    let session = history.listen("2026-11-18T23:50:00Z", minutes: 20)
    history.listen("2026-11-20T10:00:00Z")
    history.change(session) {
      $0.endedAt = $0.startedAt + 300
      $0.duration = 240
    }
    #expect(history.summary(now: "2026-11-20T12:00:00Z").totalListeningTime == 840)
    #expect(history.minutes("2026-11-01", "2026-11-30") == ["2026-11-18": 4, "2026-11-20": 10])
  }

  @Test("Deleting a story keeps its sessions")
  func deletedStory() {
    var history = StatsHistory()
    history.story("s", favorite: true)
    history.listen("2026-11-20T10:00:00Z")
    history.remove(story: "s")
    let summary = history.summary(now: "2026-11-20T12:00:00Z")
    #expect(summary.totalStories == 0)
    #expect(summary.favoriteCount == 0)
    #expect(summary.totalPlayCount == 1)
    #expect(summary.totalListeningTime == 600)
  }
}
