import Chronology
import Domain
import Foundation
import SeededRandom
import Testing

@testable import DomainModels

/// Nothing that a user does today changes what a past year says.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct SettingsOverTimeTests {
  @Test("Moving from Berlin to Kathmandu keeps streaks and years, unless it was always so")
  func move() throws {
    var history = StatsHistory()
    history.live(in: "Europe/Berlin")
    history.story("s")
    // Thirty evenings at 20:00 UTC, which is already the next day in Kathmandu; one of them is missed there.
    for day in 1...30 {
      let hour = day == 15 ? "22:30" : day == 16 ? "09:00" : "20:00"
      history.listen("2025-12-\(day < 10 ? "0" : "")\(day)T\(hour):00Z")
    }
    history.listen("2025-12-31T20:00:00Z")
    var before = history.view()
    let review = before.review(of: 2025, now: instant("2026-02-01T00:00:00Z"))
    #expect(review.listening?.longestStreak == 31 && review.listening?.plays == 31)

    var moved = history
    moved.move(to: "Asia/Kathmandu", since: "2026-02-01T00:00:00Z")
    var after = moved.view()
    #expect(after.review(of: 2025, now: instant("2026-02-01T00:00:00Z")) == review)
    #expect(moved.summary(now: "2026-02-01T00:00:00Z").longestStreak == 31)

    history.move(to: "Asia/Kathmandu", since: nil)
    var recounted = history.view()
    let other = recounted.review(of: 2025, now: instant("2026-02-01T00:00:00Z"))
    #expect(other.listening?.plays == 30 && other.listening?.longestStreak != 31)
  }

  @Test("A session without a span at the instant of a change belongs to the day of the new settings")
  func atTheChange() {
    var history = StatsHistory()
    history.story("s")
    history.read("2025-12-31T20:00:00Z", minutes: 0, pages: 12)
    history.listen("2025-12-31T20:00:00Z", minutes: 0)
    history.move(to: "Asia/Kathmandu", since: "2025-12-31T20:00:00Z")
    var view = history.view()
    let now = instant("2026-01-03T12:00:00Z")
    #expect(view.review(of: 2025, now: now).reading == nil)
    let review = view.review(of: 2026, now: now)
    #expect(review.reading?.pages == 12 && review.reading?.longestStreak == 1)
    #expect(review.listening?.plays == 1 && review.listening?.longestStreak == 1)
  }

  @Test("Rest days of a week are those set last before it ends, and a year that is over keeps its own")
  func restDays() {
    var history = StatsHistory()
    history.story("s")
    // Monday 2025-12-29 and Wednesday 2025-12-31 in one week with 2026-01-02.
    for day in ["2025-12-29", "2025-12-31", "2026-01-02"] { history.listen("\(day)T10:00:00Z") }
    history.move(restDays: 3, since: "2026-01-03T10:00:00Z")
    var view = history.view()
    let now = instant("2026-01-03T12:00:00Z")
    #expect(view.summary(now: now).longestStreak == 3)
    #expect(view.review(of: 2025, now: now).listening?.longestStreak == 1)
    #expect(view.review(of: 2026, now: now).listening?.longestStreak == 1)
  }

  @Test("Raising the weekly goal keeps the weeks that met their own goal")
  func weeklyGoal() {
    var view = StatsView()
    let monday = Day(year: 2026, month: 1, day: 5)
    for week in 0..<26 {
      for day in [0, 2] {
        let start = Instant(seconds: Int64((monday + week * 7 + day).number) * 86_400 + 36_000)
        let ruck = Ruck(startedAt: start, endedAt: start + 3_600, distance: 5_000, loadWeight: 10)
        view.apply(.rucks(.recorded(RuckRecorded(ruck: ruck))), zones: TestZones.shared)
      }
    }
    let sunday = Instant(seconds: Int64((monday + 26 * 7 + -1).number) * 86_400 + 36_000)
    #expect(view.trainingStreak(now: sunday).current == 26)
    let later = sunday + 86_400
    view.apply(.goals(.set(GoalSet(type: .weeklyRucks, target: 3, since: later))), zones: TestZones.shared)
    let streak = view.trainingStreak(now: later)
    #expect(streak.current == 26 && streak.longest == 26 && streak.weeklyGoal == 3)
    #expect(view.ruckWeeks(2, now: later).weeks.map(\.goal) == [2, 3])
    #expect(view.ruckWeeks(2, now: later).weeks.map(\.meetsGoal) == [true, false])
    view.apply(.goals(.set(GoalSet(type: .weeklyRucks, target: 3, old: 3))), zones: TestZones.shared)
    #expect(view.trainingStreak(now: later).longest == 0)
  }

  @Test("A year keeps the last target that was set before it ended")
  func targets() {
    var history = AchievementHistory()
    history.finish(3, at: "2025-05-01T00:00:00Z")
    history.append(.goals(.set(GoalSet(type: .annualReading, target: 3, since: instant("2025-06-01T00:00:00Z")))))
    history.append(.goals(.set(GoalSet(type: .annualReading, target: 40, since: instant("2026-01-01T00:00:00Z")))))
    var view = history.view()
    #expect(view.goals(of: 2024).map(\.target) == [12, 5])
    #expect(
      view.goals(of: 2025)[0] == GoalOfYear(type: .annualReading, target: 3, current: 3, progress: 1, reached: true))
    #expect(view.goals(of: 2026)[0].target == 40)
  }

  @Test(
    "A move to Tokyo keeps the busiest hour of a past year and the streaks from now on, and recounts them if always",
    arguments: [
      // Sessions at 22:30 in Berlin are at 06:30 of the next day in Tokyo, where 21 December has none.
      Moved(since: "2026-02-01T12:00:00Z", hour: 22, plays: 30, longestOfYear: 30, current: 61, longest: 61),
      Moved(since: nil, hour: 6, plays: 29, longestOfYear: 18, current: 42, longest: 42),
    ])
  func busiestHour(expected: Moved) {
    var history = StatsHistory()
    history.live(in: "Europe/Berlin")
    for story in ["s", "t", "u"] { history.story(story) }
    let first = Day(year: 2025, month: 12, day: 2)
    for number in 0...60 {
      let day = first + number
      history.listen("\(day)T\(day.description == "2025-12-20" ? "07:00" : "21:30"):00Z")
    }
    let now = instant("2026-02-01T12:00:00Z")
    func figures(_ history: StatsHistory) -> Moved {
      var view = history.view()
      let review = view.review(of: 2025, now: now)
      #expect(view.insights().preferredListeningHour == review.busiestHour)
      let summary = view.summary(now: now)
      return Moved(
        since: expected.since, hour: review.busiestHour, plays: review.listening?.plays,
        longestOfYear: review.listening?.longestStreak, current: summary.currentStreak, longest: summary.longestStreak)
    }
    let before = Moved(since: expected.since, hour: 22, plays: 30, longestOfYear: 30, current: 61, longest: 61)
    #expect(figures(history) == before)
    history.move(to: "Asia/Tokyo", since: expected.since)
    #expect(figures(history) == expected)
  }

  /// Figures after a move that counts since an instant, or always.
  struct Moved: Hashable, Sendable {
    var since: String?
    /// Those of 2025.
    var hour, plays, longestOfYear: Int?
    /// The streaks of all time.
    var current, longest: Int
  }

  /// Each history is closed by random changes that count from now on. Nothing about earlier years may change, and they
  /// equal the slow model's, which knows the changes.
  @Test("Closed years and months keep their bytes after any changes from now on, in any history and any zone")
  func closedYears() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for seed in RandomSeeds.some(400) {
      var history = RandomYears(seed: seed)
      var (view, milestones) = (StatsView(), MilestonesView())
      func apply(_ event: Event) {
        view.apply(event, zones: TestZones.shared)
        milestones.apply(event, zones: TestZones.shared)
      }
      for _ in 0..<Int.random(in: 10...60, using: &history.random) { for event in history.next() { apply(event) } }
      // After every fact and every setting.
      var now = Instant(seconds: 1_800_000_000 + Int64.random(in: 0...40_000_000, using: &history.random))
      let closed = 2022..<view.calendar.day(of: now).civil.year
      func figures() throws -> [Data] {
        try closed.flatMap { year in
          let periods = [nil, 1, 12].map { view.review(of: year, month: $0, now: now) }
          return try periods.map(encoder.encode) + [encoder.encode(milestones.goals(of: year))]
        }
      }
      let before = try figures()
      let months = view.months(now: now)
      var model = history.facts
      for _ in 0..<Int.random(in: 1...4, using: &history.random) {
        for event in history.changes(since: now) {
          apply(event)
          model.apply(event)
        }
        now = now + Int64.random(in: 0...200_000, using: &history.random)
      }
      #expect(try figures() == before, "WAYMARK_SEED=\(seed)")
      // The current month may change. A history without facts has no months.
      let over = months.dropLast()
      #expect(Array(view.months(now: now).prefix(over.count)) == Array(over), "WAYMARK_SEED=\(seed)")
      #expect(SlowReview.texts(view.months(now: now)) == model.months(now: now), "WAYMARK_SEED=\(seed)")
      for year in closed {
        for month in [nil, 1, 12] {
          let difference = try model.difference(from: &view, in: .init(year: year, month: month), now: now)
          #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
        }
      }
    }
  }
}
