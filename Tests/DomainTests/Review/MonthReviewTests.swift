import Chronology
import Domain
import Foundation
import Testing

@testable import DomainModels

@Suite("A month in review", .enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct MonthReviewTests {
  private func review(
    _ history: StatsHistory, _ month: Int?, of year: Int = 2026, now: String = "2026-07-01T00:00:00Z"
  ) -> YearReview {
    var view = history.view()
    return view.review(of: year, month: month, now: instant(now))
  }

  @Test(
    "A session belongs to the month in which it started in the user's calendar, and its seconds are divided",
    arguments: [
      // zone, day start, start, minutes; plays and seconds of January, of February and of March
      ("UTC", 0, "2026-02-01T00:00:00Z", 10, [0, 0, 1, 600, 0, 0]),
      ("UTC", 0, "2026-01-31T23:55:00Z", 10, [1, 300, 0, 300, 0, 0]),
      ("UTC", 3, "2026-02-01T02:59:00Z", 4, [1, 60, 0, 180, 0, 0]),
      ("Europe/Berlin", 0, "2026-01-31T23:00:00Z", 10, [0, 0, 1, 600, 0, 0]),
      ("America/New_York", 0, "2026-03-01T04:59:00Z", 10, [0, 0, 1, 60, 0, 540]),
      ("Asia/Kathmandu", 0, "2026-02-28T18:15:00Z", 10, [0, 0, 0, 0, 1, 600]),
    ])
  func boundaries(zone: String, dayStart: Int, start: String, minutes: Double, expected: [Double]) {
    var history = StatsHistory()
    history.live(in: zone, dayStart: dayStart)
    history.listen(start, minutes: minutes)
    let found = [1, 2, 3].flatMap { month in
      let listening = review(history, month).listening
      return [Double(listening?.plays ?? 0), listening?.seconds ?? 0]
    }
    #expect(found == expected)
    #expect(review(history, nil).listening?.seconds == minutes * 60)
  }

  @Test(
    "A finish counts in each period that it is precise enough for",
    arguments: [
      ("2026", [1, 0, 0]), ("2026-03", [1, 1, 0]), ("2026-03-31", [1, 1, 0]), ("2026-04-01", [1, 0, 1]),
      ("2025-03", [0, 0, 0]), (nil, [0, 0, 0]),
    ] as [(String?, [Int])])
  func partialDates(finish: String?, expected: [Int]) {
    var history = StatsHistory()
    let date = finish.flatMap { PartialDate($0) }.map { ReadDate.date($0) }
    let read = Read(id: "r", status: .finished, finish: date, createdAt: instant("2026-06-01T00:00:00Z"))
    let entry = LibraryEntry(workId: "a", status: .finished)
    history.append(.reading(.workSaved(WorkSaved(work: Work(id: "a", title: "A", pageCount: 90)))))
    history.append(.reading(.entrySaved(EntrySaved(entry: entry, reads: [ReadChange(old: nil, new: read)]))))
    let reviews = [nil, 3, 4].map { review(history, $0).reading }
    #expect(reviews.map { $0?.books ?? 0 } == expected)
    #expect(reviews.map { $0?.longestBook?.pageCount ?? 0 } == expected.map { $0 * 90 })
    #expect(reviews[0]?.undated ?? 0 == (finish == "2026" ? 1 : 0))
    #expect(reviews[1]?.undated ?? 0 == 0 && reviews[2]?.undated ?? 0 == 0)
  }

  @Test("Streaks, books, days, hours and unlocked items are those of the month")
  func figures() {
    var history = StatsHistory()
    history.story("s", at: "2026-03-02T00:00:00Z")
    for day in ["02-27", "02-28", "03-01", "03-02", "03-03", "03-31", "04-01"] {
      history.listen("2026-\(day)T20:00:00Z", minutes: day == "03-31" ? 90 : 10)
    }
    history.read("2026-02-27T08:00:00Z", minutes: 200, of: "a")
    history.book("a", finished: "2026-03-02T10:00:00Z", culture: "European", genres: ["Essay"], pages: 300)
    history.book("b", finished: "2026-04-02T10:00:00Z", pages: 900)
    let march = review(history, 3)
    #expect(march.year == 2026 && march.month == 3 && march.goals.isEmpty)
    #expect(march.listening?.longestStreak == 3 && march.listening?.plays == 4)
    #expect(march.reading?.books == 1 && march.reading?.pages == 0)
    #expect(march.reading?.topGenres.map(\.genre) == ["Essay"])
    // From the session in February to the finish.
    #expect(march.reading?.fastestBook?.days == 3 && march.reading?.longestBook?.pageCount == 300)
    #expect(march.busiestDay?.date == Day("2026-03-31") && march.busiestDay?.minutes == 90)
    #expect(march.busiestHour == 20 && review(history, 2).busiestHour == 20)
    #expect(march.milestonesUnlocked.map(\.id).contains("stories-1"))
    #expect(march.achievementsUnlocked.map(\.id) == ["first-steps", "global-perspective"])
    #expect(!review(history, 4).milestonesUnlocked.map(\.id).contains("stories-1"))
    let year = review(history, nil)
    #expect(year.month == nil && year.listening?.longestStreak == 5 && year.goals.count == 2)
  }

  @Test("A month without records has no sections, at both ends of the calendar")
  func nothing() {
    var history = StatsHistory()
    history.live(in: "Europe/Berlin", dayStart: 4)
    for (year, month) in [(1, 1), (2024, 2), (9_999, 12)] {
      let review = review(history, month, of: year)
      #expect(review.listening == nil && review.reading == nil && review.rucks == nil && review.busiestDay == nil)
    }
  }

  @Test("The review of a year has no member for the month, and that of a month has it after the year")
  func members() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ month: Int?) throws -> String {
      String(decoding: try encoder.encode(review(StatsHistory(), month)), as: UTF8.self)
    }
    let year = try text(nil)
    #expect(!year.contains("month") && year.hasSuffix(#""milestonesUnlocked":[],"year":2026}"#))
    #expect(try text(3) == #"{"achievementsUnlocked":[],"goals":[],"milestonesUnlocked":[],"month":3,"year":2026}"#)
    let decoded = try JSONDecoder().decode(YearReview.self, from: Data(try text(3).utf8))
    #expect(decoded == review(StatsHistory(), 3))
  }
}
