import Chronology
import Domain
import Testing

@testable import DomainModels

@Suite("Badges")
struct BadgeTests {
  /// A Friday.
  private static let now = "2026-11-20T12:00:00Z"

  private static func badge(_ metric: BadgeMetric, of history: StatsHistory, now: String = now) -> Badge? {
    var view = history.view()
    return view.badge(metric, now: instant(now))
  }

  private static func ruck(_ start: String, minutes: Int64, distance: Double) -> Event {
    let start = instant(start)
    return .rucks(
      .recorded(
        RuckRecorded(
          ruck: Ruck(startedAt: start, endedAt: start + minutes * 60, distance: distance, loadWeight: 10))))
  }

  private static func busy() -> StatsHistory {
    var history = StatsHistory()
    history.story("s")
    // The preceding Sunday, and three days of this week.
    history.listen("2026-11-15T10:00:00Z", minutes: 500)
    history.listen("2026-11-19T10:00:00Z", minutes: 60)
    history.listen("2026-11-20T10:00:00Z", minutes: 10)
    for day in 17...20 { history.read("2026-11-\(day)T08:00:00Z", minutes: 15) }
    history.append(ruck("2026-11-16T08:00:00Z", minutes: 60, distance: 5_250))
    history.append(ruck("2026-11-15T08:00:00Z", minutes: 60, distance: 90_000))
    history.book("a", finished: "2026-01-01T10:00:00Z")
    history.book("b", finished: "2025-12-31T10:00:00Z")
    return history
  }

  @Test(
    "Each badge has its label, its figure and the colour of its kind",
    arguments: [
      (BadgeMetric.streak, "streak", "4 days", ActivityKind.listening), (.minutesToday, "today", "25 min", .listening),
      (.minutesThisWeek, "this week", "3 h 10 min", .listening), (.booksThisYear, "books this year", "1", .reading),
      (.rucksThisWeek, "rucks this week", "1", .rucks),
      (.distanceThisWeek, "distance this week", "5.3 km", .rucks),
    ])
  func words(metric: BadgeMetric, label: String, message: String, kind: ActivityKind) {
    let badge = Self.badge(metric, of: Self.busy())
    #expect(badge?.label == label && badge?.message == message && badge?.kind == kind, "\(String(describing: badge))")
  }

  @Test("A badge without data shows a zero", arguments: BadgeMetric.allCases)
  func empty(metric: BadgeMetric) {
    let messages: [BadgeMetric: String] = [
      .streak: "0 days", .minutesToday: "0 min", .minutesThisWeek: "0 min", .booksThisYear: "0",
      .rucksThisWeek: "0", .distanceThisWeek: "0 km",
    ]
    #expect(Self.badge(metric, of: StatsHistory())?.message == messages[metric])
  }

  @Test("Uses the singular for one day, and no minutes for a whole hour")
  func singular() {
    var history = StatsHistory()
    history.story("s")
    history.listen("2026-11-20T10:00:00Z", minutes: 120)
    #expect(Self.badge(.streak, of: history)?.message == "1 day")
    #expect(Self.badge(.minutesToday, of: history)?.message == "2 h")
  }

  @Test(
    "Shows the completion to one decimal",
    arguments: [(0.0, "0%"), (100, "100%"), (33.3, "33.3%"), (66.66, "66.7%"), (99.96, "100%")])
  func completion(value: Double, message: String) {
    #expect(Badge(completion: value).message == message)
  }

  @Test("The week starts on Monday in the user's zone, and the day at their hour")
  func zones() {
    var history = StatsHistory()
    history.live(in: "America/New_York", dayStart: 4)
    history.story("s")
    // In New York it is Sunday 22:00 and Monday 03:00, which still belongs to Sunday.
    history.listen("2026-11-16T03:00:00Z", minutes: 10)
    history.listen("2026-11-16T08:00:00Z", minutes: 10)
    history.listen("2026-11-16T09:00:00Z", minutes: 7)
    #expect(Self.badge(.minutesThisWeek, of: history)?.message == "7 min")
    #expect(Self.badge(.minutesToday, of: history, now: "2026-11-16T08:30:00Z")?.message == "20 min")
  }
}
