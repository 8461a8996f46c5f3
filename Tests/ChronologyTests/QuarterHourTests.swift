import Chronology
import Testing

@Suite(.enabled(if: SystemZones.areThere, "there is no /usr/share/zoneinfo"))
struct QuarterHourTests {
  @Test(
    "Begins at each multiple of 900 seconds, also before 1970",
    arguments: [
      (0, 0), (899, 0), (900, 1), (1_799, 1), (1_800, 2), (-1, -1), (-900, -1), (-901, -2), (1_800_000_000, 2_000_000),
    ] as [(Int64, Int64)])
  func numbers(second: Int64, number: Int64) {
    #expect(QuarterHour(of: Instant(seconds: second)).number == number)
  }

  @Test("The day in each zone is the same throughout a quarter of an hour, whichever hour begins it")
  func days() throws {
    let first = Instant("2026-03-01T00:00:00Z")?.seconds ?? 0
    #expect(SystemZones.all.count > 300)
    for name in SystemZones.all {
      let calendars = try [0, 4].map { LocalCalendar(zone: try SystemZones.zone(name), dayStart: $0) }
      for second in stride(from: first, to: first + 45 * 86_400, by: 900) {
        for calendar in calendars {
          let days = [0, 899].map { calendar.day(of: Instant(seconds: second + $0)) }
          #expect(days[0] == days[1], "\(name) at \(second)")
        }
      }
    }
  }
}
