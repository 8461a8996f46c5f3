import Chronology
import Testing

struct DayTests {
  @Test("Parses its own text and rejects invalid days")
  func text() throws {
    for number in stride(from: Int32(-700_000), through: 2_900_000, by: 997) {
      let day = Day(number: number)
      #expect(Day(day.description) == day)
    }
    for text in ["2026-02-29", "2026-2-09", "2026-13-01", "0000-01-01", "2026-11-20T", "", "2026--1-01"] {
      #expect(Day(text) == nil)
    }
  }

  @Test(
    "Weeks start on Mondays, months and years on their first day",
    arguments: [
      ("2026-11-20", "2026-11-16", "2026-11-01", "2026-01-01"),
      ("2026-11-16", "2026-11-16", "2026-11-01", "2026-01-01"),
      ("2026-11-15", "2026-11-09", "2026-11-01", "2026-01-01"),
      ("2027-01-01", "2026-12-28", "2027-01-01", "2027-01-01"),
      ("1969-12-31", "1969-12-29", "1969-12-01", "1969-01-01"),
    ])
  func periods(day: String, week: String, month: String, year: String) throws {
    let day = try #require(Day(day))
    #expect(day.startOfWeek.description == week)
    #expect(day.startOfMonth.description == month)
    #expect(day.startOfYear.description == year)
  }

  @Test(
    "Counts months across years",
    arguments: [
      (0, "2026-11-01"), (1, "2026-12-01"), (2, "2027-01-01"), (14, "2028-01-01"), (-10, "2026-01-01"),
      (-11, "2025-12-01"), (-35, "2023-12-01"),
    ])
  func months(months: Int, start: String) throws {
    #expect(try #require(Day("2026-11-20")).startOfMonth(after: months).description == start)
  }
}
