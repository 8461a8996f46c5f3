import Chronology
import Domain
import Testing

@testable import DomainModels

@Suite("A year in review", .enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct YearReviewTests {
  private func review(_ history: StatsHistory, _ year: Int = 2025, now: String = "2026-07-01T00:00:00Z") -> YearReview {
    var view = history.view()
    return view.review(of: year, now: instant(now))
  }

  @Test("Divides the seconds of a session over New Year and counts it as a play of the old year")
  func newYear() {
    var history = StatsHistory()
    history.live(in: "America/New_York")
    history.hero("ada", name: "Ada")
    history.story("s", hero: "ada")
    // In New York the new year starts at 05:00 UTC: 1 second is in the old year, 3,599 are in the new one.
    history.listen("2025-01-01T04:59:59Z", minutes: 60, duration: 1_800)
    let (old, new) = (review(history, 2024).listening, review(history, 2025).listening)
    #expect(old?.seconds == 0.5 && old?.plays == 1 && old?.topStory?.playCount == 1 && old?.longestStreak == 1)
    #expect(new?.seconds == 1_799.5 && new?.plays == 0 && new?.topStory == nil && new?.longestStreak == 1)
    #expect(old?.topHero?.seconds == 0.5 && new?.topHero?.seconds == 1_799.5 && new?.topHero?.heroName == "Ada")
    // A session that starts exactly at midnight belongs to the new year only.
    var other = StatsHistory()
    other.live(in: "America/New_York")
    other.listen("2025-01-01T05:00:00Z", minutes: 60)
    #expect(review(other, 2024).listening == nil && review(other, 2025).listening?.plays == 1)
  }

  @Test("The year starts at the profile's hour in the profile's zone")
  func beginnings() {
    var history = StatsHistory()
    history.listen("2025-01-01T02:00:00Z")
    #expect(review(history, 2025).listening?.plays == 1)
    history.live(dayStart: 3)
    #expect(review(history, 2025).listening == nil && review(history, 2024).listening?.plays == 1)
    // 07:45 in Kathmandu.
    history.live(in: "Asia/Kathmandu", dayStart: 3)
    #expect(review(history, 2025).listening?.plays == 1)
    history.live(in: "America/New_York")
    #expect(review(history, 2025).listening == nil && review(history, 2024).listening?.plays == 1)
  }

  @Test("The longest run lies within the year and has its own rest days")
  func streak() {
    var history = StatsHistory()
    history.live(restDays: 1)
    // 29, 30, 31 December and 1, 2, 4 January: six days with one missed, three of them in each year.
    for day in ["2024-12-29", "2024-12-30", "2024-12-31", "2025-01-01", "2025-01-02", "2025-01-04"] {
      history.listen("\(day)T12:00:00Z")
    }
    #expect(review(history, 2024).listening?.longestStreak == 3)
    #expect(review(history, 2025).listening?.longestStreak == 3)
    history.live(restDays: 0)
    #expect(review(history, 2025).listening?.longestStreak == 2)
  }

  @Test("The fastest book took the fewest days from its first session to its finish, at least one")
  func fastestBook() {
    var history = StatsHistory()
    // Started in the year before: 31 December to 3 January are three days.
    history.read("2024-12-31T23:00:00Z", of: "a")
    history.read("2025-01-02T10:00:00Z", of: "a")
    history.book("a", finished: "2025-01-03T10:00:00Z")
    #expect(review(history).reading?.fastestBook?.days == 3)
    // It has no reading session before the finish.
    history.book("b", finished: "2025-01-04T10:00:00Z")
    history.read("2025-01-04T10:00:01Z", of: "b")
    #expect(review(history).reading?.fastestBook?.id == "a")
    // Within one day: 1. In a tie, the book finished first wins.
    let session = history.read("2025-03-01T08:00:00Z", of: "d")
    history.book("d", finished: "2025-03-01T20:00:00Z")
    history.read("2025-04-01T08:00:00Z", of: "c")
    history.book("c", finished: "2025-04-01T20:00:00Z")
    #expect(review(history).reading?.fastestBook == .some(fastest("d", days: 1)))
    history.append(.reading(.removed(ReadingRemoved(session: session))))
    #expect(review(history).reading?.fastestBook == .some(fastest("c", days: 1)))
  }

  private func fastest(_ id: String, days: Int) -> YearReview.FastestBook? {
    var history = StatsHistory()
    history.read("2025-01-01T00:00:00Z", of: id)
    history.book(id, finished: "2025-01-0\(1 + days)T00:00:00Z")
    return review(history).reading?.fastestBook
  }

  @Test("Finds the first session after any additions and removals")
  func firstSession() {
    var history = StatsHistory()
    history.book("a", finished: "2025-06-20T10:00:00Z")
    let late = history.read("2025-06-10T10:00:00Z", of: "a")
    var view = history.view()
    func days(_ event: Event) -> Int? {
      view.apply(event, zones: TestZones.shared)
      return view.review(of: 2025, now: instant("2026-01-01T00:00:00Z")).reading?.fastestBook?.days
    }
    func session(_ start: String) -> ReadingSession {
      var other = StatsHistory()
      return other.read(start, of: "a")
    }
    let (first, second) = (session("2025-01-20T10:00:00Z"), session("2025-06-01T10:00:00Z"))
    #expect(view.review(of: 2025, now: instant("2026-01-01T00:00:00Z")).reading?.fastestBook?.days == 10)
    #expect(days(.reading(.recorded(ReadingRecorded(session: second)))) == 19)
    #expect(days(.reading(.recorded(ReadingRecorded(session: first)))) == 151)
    #expect(days(.reading(.removed(ReadingRemoved(session: first)))) == 19)
    // Two are removed before a query, and an earlier one is added between them.
    view.apply(.reading(.removed(ReadingRemoved(session: second))), zones: TestZones.shared)
    view.apply(.reading(.recorded(ReadingRecorded(session: first))), zones: TestZones.shared)
    #expect(days(.reading(.removed(ReadingRemoved(session: late)))) == 151)
    #expect(days(.reading(.removed(ReadingRemoved(session: first)))) == nil)
  }

  @Test("A section without sessions is nil, even at both ends of the calendar")
  func nothing() {
    var history = StatsHistory()
    history.live(in: "Europe/Berlin", dayStart: 4)
    history.story("s", at: "2026-01-01T03:00:00Z")
    for year in [1, 1_999, 2_025, 9_999] {
      let review = review(history, year)
      #expect(review.listening == nil && review.reading == nil && review.rucks == nil, "\(year)")
      #expect(review.busiestDay == nil && review.busiestHour == nil && review.milestonesUnlocked.isEmpty, "\(year)")
    }
    // At four in the morning in Berlin the new year has started.
    #expect(review(history, 2026).milestonesUnlocked.map(\.id) == ["stories-1"])
  }
}
