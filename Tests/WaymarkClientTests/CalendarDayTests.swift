import Foundation
import Testing
import WaymarkClient

@Suite("Calendar days")
struct CalendarDayTests {
  @Test("Parses and formats days as YYYY-MM-DD", arguments: ["2026-11-20", "2024-02-29", "0001-01-01", "2000-12-31"])
  func roundTrip(text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.description == text)
    let json = try JSONEncoder().encode([day])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == [day])
  }

  @Test(
    "Rejects text that is not a day",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "20261120", "2026-11-20T00:00:00Z", "", "+026-01-01",
    ])
  func refusal(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test("The day of an instant depends on the time zone")
  func zones() throws {
    let moment = instant("2026-11-20T23:30:00Z")
    #expect(CalendarDay(moment, in: try #require(TimeZone(identifier: "UTC"))).description == "2026-11-20")
    let kolkata = try #require(TimeZone(identifier: "Asia/Kolkata"))
    let day = CalendarDay(moment, in: kolkata)
    #expect(day.description == "2026-11-21")
    #expect(day.start(in: kolkata) == instant("2026-11-20T18:30:00Z"))
  }

  @Test("Orders days by date")
  func order() throws {
    let days = try ["2026-11-20", "2026-01-31", "2025-12-31"].map { try #require(CalendarDay($0)) }
    #expect(days.sorted().map(\.description) == ["2025-12-31", "2026-01-31", "2026-11-20"])
  }
}
