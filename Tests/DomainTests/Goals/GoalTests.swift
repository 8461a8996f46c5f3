import Chronology
import Domain
import Testing

@testable import DomainModels

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct GoalTests {
  /// 29 June is day 180 of the 365 of 2026: 31 + 28 + 31 + 30 + 31 + 29.
  private let now = "2026-06-29T12:00:00Z"

  @Test("A new user has the default targets, no progress and no projected date")
  func defaults() {
    let goals = AchievementHistory().goals(now: now)
    #expect(goals.map(\.type) == [.annualReading, .culturalDiversity, .readingStreak, .weeklyRucks])
    #expect(goals.map(\.target) == [12, 5, 7, 2] && goals.map(\.remaining) == [12, 5, 7, 2])
    #expect(
      goals.map(\.subtitle) == [
        "12 books remaining", "5 cultures remaining", "7 days remaining", "2 rucks remaining",
      ])
    #expect(goals.allSatisfy { $0.current == 0 && $0.progress == 0 && !$0.onTrack && $0.projectedDate == nil })
  }

  @Test("Subtitles use the singular for one, and name a reached goal")
  func subtitles() {
    var history = AchievementHistory()
    history.explore(4)
    history.finish(7)
    for day in 24...29 { history.read("2026-06-\(day)T10:00:00Z") }
    history.walk("2026-06-29T06:00:00Z")
    #expect(
      history.goals(now: now).map(\.subtitle) == [
        "1 book remaining", "1 culture remaining", "1 day remaining", "1 ruck remaining",
      ])
    history.aim(at: 11, .annualReading)
    history.aim(at: 3, .culturalDiversity)
    history.aim(at: 6, .readingStreak)
    history.aim(at: 1, .weeklyRucks)
    #expect(history.goals(now: now).allSatisfy { $0.subtitle == "Goal reached" })
    #expect(history.goals(now: now).allSatisfy { $0.progress == 1 && $0.remaining == 0 })
  }

  @Test("Six of twelve books are on track on day 182 of 365 and not on day 183")
  func onTrack() {
    var history = AchievementHistory()
    history.finish(6)
    // 6 × 365 = 2190; 12 × 182 = 2184, 12 × 183 = 2196.
    #expect(history.goals(now: "2026-07-01T12:00:00Z")[0].onTrack)
    #expect(!history.goals(now: "2026-07-02T12:00:00Z")[0].onTrack)
    // A leap year has one more day: day 183 of 366 is exactly half of it.
    var leap = AchievementHistory()
    leap.finish(6, at: "2028-01-01T00:00:00Z")
    #expect(leap.goals(now: "2028-07-01T23:59:59Z")[0].onTrack)
    #expect(!leap.goals(now: "2028-07-02T00:00:00Z")[0].onTrack)
  }

  @Test("Five books in 180 days project twelve for day 432, in March of the next year")
  func projection() {
    var history = AchievementHistory()
    history.finish(5)
    // 12 × 180 / 5 = 432 = 365 + 67: 8 March.
    #expect(history.goals(now: now)[0].projectedDate == Day("2027-03-08"))
    history.finish(2)
    // 12 × 180 / 7 = 308.57, so on day 309: 5 November.
    #expect(history.goals(now: now)[0].projectedDate == Day("2026-11-05"))
    history.finish(17)
    // 24 books: at this pace, the twelfth was finished on day 90, the last of March.
    #expect(history.goals(now: now)[0].projectedDate == Day("2026-03-31"))
  }

  @Test("Weekly rucks are on track by the day of the week, and start again next week")
  func weeklyRucks() {
    var history = AchievementHistory()
    // A Monday and the following Wednesday.
    history.walk("2026-06-22T06:00:00Z")
    func goal(_ now: String) -> GoalStanding { history.goals(now: now)[3] }
    #expect(goal("2026-06-22T12:00:00Z").current == 1 && goal("2026-06-24T12:00:00Z").onTrack)
    #expect(goal("2026-06-22T12:00:00Z").projectedDate == Day("2026-06-23"))
    #expect(goal("2026-06-24T12:00:00Z").projectedDate == Day("2026-06-27"))
    #expect(!goal("2026-06-25T12:00:00Z").onTrack)
    #expect(goal("2026-06-29T00:00:00Z").current == 0 && goal("2026-06-29T00:00:00Z").projectedDate == nil)
    history.walk("2026-06-24T06:00:00Z")
    #expect(goal("2026-06-28T23:00:00Z").progress == 1 && goal("2026-06-28T23:00:00Z").onTrack)
  }

  @Test("Each goal has its own greatest target")
  func greatest() throws {
    try GoalRules.check(target: 14, for: .weeklyRucks)
    try GoalRules.check(target: 10_000, for: .annualReading)
    #expect(throws: Rejection.self) { try GoalRules.check(target: 15, for: .weeklyRucks) }
    #expect(throws: Rejection.self) { try GoalRules.check(target: 10_001, for: .readingStreak) }
    #expect(throws: Rejection.self) { try GoalRules.check(target: 0, for: .culturalDiversity) }
  }

  @Test("A projected date after the year 9999 is nil")
  func farAway() {
    var history = AchievementHistory()
    history.finish(1)
    // One book in 180 days: a target of n is reached on day 180 × n, counted from 1 January.
    let days = Day("9999-12-31")! - Day("2026-01-01")! + 1
    history.aim(at: days / 180, .annualReading)
    #expect(history.goals(now: now)[0].projectedDate == Day("2026-01-01")! + (days / 180 * 180 - 1))
    history.aim(at: days / 180 + 1, .annualReading)
    #expect(history.goals(now: now)[0].projectedDate == nil)
    history.aim(at: 1_000_000_000, .annualReading)
    #expect(history.goals(now: now)[0].projectedDate == nil && history.goals(now: now)[0].remaining == 999_999_999)
    history.read("2026-06-29T10:00:00Z")
    history.aim(at: 1_000_000_000, .readingStreak)
    #expect(history.goals(now: now)[2].projectedDate == nil && history.goals(now: now)[2].onTrack)
  }

  @Test("The streak goal is on track while the streak is open, and is projected without missed days")
  func streak() {
    var history = AchievementHistory()
    for day in 25...27 { history.read("2026-06-\(day)T10:00:00Z") }
    // Read until yesterday: four more days after the 27th.
    let yesterday = history.goals(now: "2026-06-28T23:59:59Z")[2]
    #expect(yesterday.current == 3 && yesterday.onTrack && yesterday.projectedDate == Day("2026-07-01"))
    #expect(yesterday.progress == 3.0 / 7)
    let late = history.goals(now: "2026-06-29T00:00:00Z")[2]
    #expect(late.current == 0 && !late.onTrack && late.projectedDate == nil && late.subtitle == "7 days remaining")
    for day in 20...24 { history.read("2026-06-\(day)T10:00:00Z") }
    #expect(history.goals(now: "2026-06-27T12:00:00Z")[2].projectedDate == Day("2026-06-27"))
  }

  @Test("A year follows the reader's zone and start of the day")
  func year() {
    var history = AchievementHistory()
    history.finish("eve", at: "2025-12-31T20:00:00Z", culture: "Asian")
    history.finish("night", at: "2026-01-01T02:00:00Z", culture: "African")
    #expect(history.goals(now: now)[0].current == 1)
    // 20:00 is 01:45 of the next day in Kathmandu.
    history.live(in: "Asia/Kathmandu")
    #expect(history.goals(now: now).prefix(2).map(\.current) == [2, 2])
    history.live(in: "UTC", dayStart: 4)
    #expect(history.goals(now: now).prefix(2).map(\.current) == [0, 0])
    // At 03:00 on 1 January, with days that start at 4, it is still day 365 of the old year.
    #expect(history.goals(now: "2026-01-01T03:00:00Z").prefix(2).map(\.current) == [2, 2])
  }

  @Test("Clearing a target restores the default")
  func clearing() {
    var history = AchievementHistory()
    history.aim(at: 24, .annualReading)
    #expect(history.goals(now: now)[0].target == 24)
    history.append(.goals(.cleared(GoalCleared(type: .annualReading, old: 24))))
    #expect(history.goals(now: now)[0].target == 12)
  }

  @Test("A target is part of the snapshot until it is cleared")
  func snapshot() throws {
    var history = AchievementHistory()
    history.aim(at: 24, .annualReading)
    var view = history.view()
    var restored = try MilestonesView(parts: view.allParts(), zones: TestZones.shared)
    #expect(restored.takeChangedParts().isEmpty)
    #expect(restored.goals(now: instant(now))[0].target == 24)
    let cleared = Event.goals(.cleared(GoalCleared(type: .annualReading, old: 24)))
    restored.apply(cleared, zones: TestZones.shared)
    #expect(restored.takeChangedParts() == [SnapshotPart(name: "reading-base", bytes: nil)])
    view.apply(cleared, zones: TestZones.shared)
    #expect(view.allParts() == restored.allParts())
  }
}
