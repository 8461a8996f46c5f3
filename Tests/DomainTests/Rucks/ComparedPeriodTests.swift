import Chronology
import Foundation
import Testing

@testable import Domain
@testable import DomainModels

@Suite struct ComparedPeriodTests {
  private static func day(_ text: String) -> Day { Day(text)! }

  @Test(
    "A calendar period is compared with as many days of the previous one, or with the same dates of the last year",
    arguments: [
      (CalendarPeriod.week, "2026-11-25", "2026-11-16", "2026-11-18", "2025-11-23", "2025-11-25"),
      (.month, "2026-03-31", "2026-02-01", "2026-02-28", "2025-03-01", "2025-03-31"),
      (.month, "2024-02-29", "2024-01-01", "2024-01-29", "2023-02-01", "2023-02-28"),
      (.month, "2025-02-28", "2025-01-01", "2025-01-28", "2024-02-01", "2024-02-28"),
      (.quarter, "2026-05-02", "2026-01-01", "2026-02-01", "2025-04-01", "2025-05-02"),
      (.year, "2024-12-31", "2023-01-01", "2023-12-31", "2023-01-01", "2023-12-31"),
      (.year, "2025-03-01", "2024-01-01", "2024-02-29", "2024-01-01", "2024-03-01"),
    ])
  func periods(period: CalendarPeriod, today: String, from: String, to: String, earlier: String, until: String) {
    let today = Self.day(today)
    #expect(ComparedPeriod.previous.days(before: period, on: today) == Self.day(from)...Self.day(to))
    #expect(ComparedPeriod.lastYear.days(before: period, on: today) == Self.day(earlier)...Self.day(until))
  }

  @Test(
    "A range of days is compared with as many days before, or with the same dates of the last year",
    arguments: [
      ("2026-03-10", "2026-03-10", "2026-03-09", "2026-03-09", "2025-03-10", "2025-03-10"),
      ("2024-02-28", "2024-03-01", "2024-02-25", "2024-02-27", "2023-02-28", "2023-03-01"),
      ("2024-02-29", "2024-02-29", "2024-02-28", "2024-02-28", "2023-02-28", "2023-02-28"),
      ("2025-12-31", "2026-01-01", "2025-12-29", "2025-12-30", "2024-12-31", "2025-01-01"),
    ])
  func ranges(first: String, last: String, from: String, to: String, earlier: String, until: String) {
    let days = Self.day(first)...Self.day(last)
    #expect(ComparedPeriod.previous.days(before: days) == Self.day(from)...Self.day(to))
    #expect(ComparedPeriod.lastYear.days(before: days) == Self.day(earlier)...Self.day(until))
  }

  @Test("Figures have the member only if a comparison was requested")
  func members() throws {
    var history = StatsHistory()
    history.book("a", finished: "2026-03-02T10:00:00Z", rating: 4, culture: "Asian", genres: ["Essay"])
    history.book("b", finished: "2026-02-03T10:00:00Z", rating: 3)
    history.read("2026-02-01T08:00:00Z", minutes: 30, pages: 12, of: "a")
    var view = history.view()
    let now = instant("2026-03-04T12:00:00Z")
    let plain = view.readingInsights(of: .month, now: now)
    let compared = view.readingInsights(of: .month, comparedWith: .previous, now: now)
    func names(_ value: some Encodable) throws -> Set<String> {
      let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any]
      return Set((object ?? [:]).keys)
    }
    #expect(try names(compared) == names(plain).union(["comparison"]) && !names(plain).contains("comparison"))
    let before = try #require(compared.comparison)
    #expect(before.from == Self.day("2026-02-01") && before.to == Self.day("2026-02-04"))
    #expect(before.booksRead == 1 && before.pagesRead == 12 && before.minutesRead == 30 && before.averageRating == 3)
    #expect(before.velocity.pagesPerDay == 3 && before.culturesExplored == 0 && before.genres.count == 0)
    #expect(Double(before.pagesRead) == compared.trends.pagesRead?.previous)
    // The same view replies to the plain request again.
    #expect(view.readingInsights(of: .month, now: now) == plain)
    #expect(view.readingInsights(of: .allTime, comparedWith: .lastYear, now: now).comparison == nil)
    #expect(try !names(view.ruckAnalytics(now: now)).contains("comparison"))
    #expect(try names(view.ruckAnalytics(comparedWith: .lastYear, now: now)).contains("comparison"))
    #expect(try !names(view.ruckBreakdown(now: now)).contains("comparison"))
    #expect(try names(view.ruckBreakdown(comparedWith: .lastYear, now: now)).contains("comparison"))
  }
}
