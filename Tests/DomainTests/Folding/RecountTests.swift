import Chronology
import Testing

@testable import Domain
@testable import DomainModels

/// The sums that a view computes again after a change of settings.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct RecountTests {
  /// A session from 10:00 to 10:10 on the tenth of each month of 2025.
  private var year: StatsHistory {
    var history = StatsHistory()
    // In accounts of earlier versions, each change computes the longest streak at once.
    history.append(.account(.opened(AccountOpened(at: instant("2025-01-01T00:00:00Z"), datesUnlocks: true))))
    history.live(in: "Europe/Berlin")
    history.story("s")
    for month in 1...12 { history.listen("2025-\(month < 10 ? "0" : "")\(month)-10T10:00:00Z") }
    return history
  }

  @Test(
    "A change of zone discards only the sums of months with a session that ends at or after it",
    arguments: [
      (nil, Array(1...12)), ("2026-01-01T00:00:00Z", []), ("2025-12-10T10:10:01Z", []),
      ("2025-12-10T10:10:00Z", [12]), ("2025-10-10T10:05:00Z", [10, 11, 12]), ("2025-10-11T00:00:00Z", [11, 12]),
    ] as [(String?, [Int])])
  func months(since: String?, recounted: [Int]) {
    var history = year
    var view = history.view()
    let now = instant("2026-01-02T00:00:00Z")
    _ = view.summary(now: now)
    #expect(view.monthsWithoutSums == [])
    history.move(to: "Asia/Kathmandu", since: since)
    view.apply(history.events[history.events.count - 1], zones: TestZones.shared)
    #expect(view.monthsWithoutSums == recounted)
    var fresh = history.view()
    let summary = view.summary(now: now)
    #expect(summary == fresh.summary(now: now))
    #expect(view.monthsWithoutSums == [])
  }

  @Test("Two hundred changes from now on discard no sums of the past")
  func manyChanges() {
    var history = year
    var view = history.view()
    let now = instant("2026-01-01T00:00:00Z")
    let before = view.summary(now: now)
    for number in 1...200 {
      let since = now + Int64(number) * 3_600
      history.move(to: number % 2 == 0 ? "Europe/Berlin" : "Asia/Kathmandu", dayStart: number % 7, since: "\(since)")
      view.apply(history.events[history.events.count - 1], zones: TestZones.shared)
      #expect(view.monthsWithoutSums == [])
    }
    #expect(view.fold.settings.timezone.entries.count == 201 && view.summary(now: now) == before)
  }

  /// A Monday, and a Wednesday of the same week.
  private static let monday = instant("2025-12-29T00:00:00Z")
  private static let wednesday = instant("2025-12-31T10:00:00Z")

  @Test("Streaks can differ from the change of the calendar, or from the week in which rest days change")
  func firstDifference() {
    let utc = LocalCalendar(zone: .utc)
    var later = utc
    later.change(at: Self.wednesday, zone: .utc, dayStart: 4)
    var rested = SettingTimeline(1)
    rested.set(2, since: Self.wednesday)
    var restedTwice = rested
    restedTwice.set(3, since: Self.wednesday + 14 * 86_400)
    func settings(_ calendar: LocalCalendar, _ restDays: SettingTimeline<Int>) -> StreakSettings {
      StreakSettings(calendar: calendar, restDays: SettingByDay(restDays, in: calendar))
    }
    let usual = settings(utc, SettingTimeline(1))
    let cases: [(StreakSettings, StreakSettings, Int64?)] = [
      (usual, usual, nil),
      (settings(later, SettingTimeline(1)), usual, Self.wednesday.seconds),
      (settings(utc, rested), usual, Self.monday.seconds),
      (settings(later, rested), usual, Self.monday.seconds),
      (settings(later, rested), settings(utc, rested), Self.wednesday.seconds),
      (settings(utc, restedTwice), settings(utc, rested), Self.monday.seconds + 14 * 86_400),
      (settings(utc, SettingTimeline(2)), usual, .min),
      (settings(LocalCalendar(zone: .utc, dayStart: 4), SettingTimeline(1)), usual, .min),
    ]
    for (number, (left, right, expected)) in cases.enumerated() {
      #expect(left.firstDifference(from: right) == expected, "\(number)")
      #expect(right.firstDifference(from: left) == expected, "\(number)")
    }
  }

  /// The streak of seven days was reached on Sunday, and one rest day more from Wednesday on makes the week whole.
  @Test("More rest days from now on date a streak of the current week")
  func restDays() {
    var history = StatsHistory()
    history.append(.account(.opened(AccountOpened(at: instant("2025-01-01T00:00:00Z"), datesUnlocks: true))))
    history.story("s")
    for day in [23, 24, 25, 26, 27, 28, 30] { history.listen("2025-12-\(day)T10:00:00Z") }
    func date(_ history: StatsHistory) -> Instant? {
      var view = history.milestones()
      return view.milestones(now: Self.wednesday).first { $0.id == "streak-7" }?.unlockedAt
    }
    #expect(date(history) == nil)
    history.move(to: "Europe/Berlin", since: "\(Self.wednesday)")
    #expect(date(history) == nil)
    history.move(restDays: 1, since: "\(Self.wednesday)")
    #expect(date(history) == instant("2025-12-30T10:10:00Z"))
  }
}

extension StatsView {
  /// The numbers of the months of listening whose sums the next read computes again.
  fileprivate var monthsWithoutSums: [Int] {
    fold.history.months.chunks.enumerated().filter { $0.element.days.cells.isEmpty }.map { $0.offset + 1 }
  }
}
