import Foundation
import SeededRandom
import Testing

@testable import Chronology

@Suite(.enabled(if: SystemZones.areThere, "there is no /usr/share/zoneinfo"))
struct LocalCalendarTests {
  @Test(
    "A day starts at the first local time at or after its start hour",
    arguments: [
      ("UTC", 0, "2026-11-20", "2026-11-20T00:00:00Z"),
      ("UTC", 4, "2026-11-20", "2026-11-20T04:00:00Z"),
      // Midnight does not exist: the day starts with the change.
      ("America/Sao_Paulo", 0, "2018-11-04", "2018-11-04T03:00:00Z"),
      ("Asia/Beirut", 0, "2024-03-31", "2024-03-30T22:00:00Z"),
      ("America/Havana", 0, "2024-03-10", "2024-03-10T05:00:00Z"),
      // Midnight occurs twice: the first one counts.
      ("America/Havana", 0, "2024-11-03", "2024-11-03T04:00:00Z"),
      // At midnight the clock is set back to 23:00: the evening has one more hour.
      ("America/Sao_Paulo", 0, "2018-02-18", "2018-02-18T03:00:00Z"),
      ("America/Sao_Paulo", 0, "2018-02-17", "2018-02-17T02:00:00Z"),
      // One minute into the day the clock is set back: the day has started and does not start again.
      ("America/St_Johns", 0, "2010-11-07", "2010-11-07T02:30:00Z"),
      // A skipped day starts and ends with the following one.
      ("Pacific/Apia", 0, "2011-12-29", "2011-12-29T10:00:00Z"),
      ("Pacific/Apia", 0, "2011-12-30", "2011-12-30T10:00:00Z"),
      ("Pacific/Apia", 0, "2011-12-31", "2011-12-30T10:00:00Z"),
      ("Pacific/Apia", 4, "2011-12-30", "2011-12-30T10:00:00Z"),
      ("Pacific/Apia", 4, "2011-12-31", "2011-12-30T14:00:00Z"),
      ("Pacific/Kwajalein", 0, "1993-08-21", "1993-08-21T12:00:00Z"),
      ("Pacific/Kwajalein", 0, "1993-08-22", "1993-08-21T12:00:00Z"),
      // The start hour itself is skipped or occurs twice.
      ("Europe/Berlin", 2, "2026-03-29", "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", 2, "2026-10-25", "2026-10-25T00:00:00Z"),
      ("Europe/Berlin", 3, "2026-10-25", "2026-10-25T02:00:00Z"),
      ("Australia/Lord_Howe", 2, "2026-10-04", "2026-10-03T15:30:00Z"),
      ("Asia/Kolkata", 0, "2026-11-20", "2026-11-19T18:30:00Z"),
      ("Europe/Berlin", 0, "2999-07-01", "2999-06-30T22:00:00Z"),
    ])
  func start(zone: String, dayStart: Int, day: String, start: String) throws {
    let calendar = LocalCalendar(zone: try SystemZones.zone(zone), dayStart: dayStart)
    #expect(calendar.start(of: try #require(Day(day))).description == start)
  }

  @Test("With days that start at 4, 03:59 belongs to yesterday and has the hour 3")
  func dayStart() throws {
    let calendar = LocalCalendar(zone: try SystemZones.zone("Europe/Berlin"), dayStart: 4)
    let early = try #require(Instant(rfc3339: "2026-11-20T03:59:59+01:00"))
    #expect(calendar.day(of: early).description == "2026-11-19")
    #expect(calendar.day(of: early + 1).description == "2026-11-20")
    #expect(calendar.hour(of: early) == 3)
  }

  @Test("Setting the clock back at 00:01 in St John's does not return to the previous day")
  func setBackOverMidnight() throws {
    let calendar = LocalCalendar(zone: try SystemZones.zone("America/St_Johns"))
    let second = try #require(Instant(rfc3339: "2010-11-07T02:31:00Z"))
    #expect(calendar.hour(of: second) == 23)
    #expect(calendar.day(of: second).description == "2010-11-07")
    #expect(calendar.day(of: second + -61).description == "2010-11-06")
  }

  @Test("No instant belongs to the day that Samoa skipped")
  func skippedDay() throws {
    let calendar = LocalCalendar(zone: try SystemZones.zone("Pacific/Apia"))
    let change = try #require(Instant(rfc3339: "2011-12-30T10:00:00Z"))
    #expect(calendar.day(of: change + -1).description == "2011-12-29")
    #expect(calendar.day(of: change).description == "2011-12-31")
  }

  /// The slow model steps through the preceding hours.
  @Test("Days equal the slow model's around every kind of clock change")
  func model() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let names = [
      "Pacific/Apia", "Pacific/Kwajalein", "America/Sao_Paulo", "Asia/Beirut", "America/Havana", "America/St_Johns",
      "Australia/Lord_Howe", "Europe/Berlin", "Asia/Manila", "America/Juneau", "Africa/Casablanca", "Asia/Kathmandu",
      "America/Nuuk", "Antarctica/Troll", "Asia/Amman", "Europe/Dublin",
    ]
    for name in names {
      let zone = try SystemZones.zone(name)
      for _ in 0..<12 {
        let change = try #require(zone.segments.dropFirst().randomElement(using: &random))
        let day = Day(number: Int32((change.start + Int64.random(in: -90_000...90_000, using: &random)) / 86_400))
        let calendar = LocalCalendar(zone: zone, dayStart: Int.random(in: 0...6, using: &random))
        let comment = Comment(rawValue: "\(name) \(day) from \(calendar.dayStart); WAYMARK_SEED=\(seed)")

        let start = calendar.start(of: day)
        let wanted = Int64(day.number) * 86_400 + Int64(calendar.dayStart) * 3_600
        func local(_ instant: Instant) -> Int64 { instant.seconds + Int64(zone.offset(at: instant)) }
        #expect(local(start) >= wanted, comment)
        var before = start + -1
        while before.seconds > start.seconds - 3 * 86_400 {
          #expect(local(before) < wanted, comment)
          before = before + -1_799
        }
        let next = calendar.start(of: day + 1)
        #expect(start <= next, comment)
        guard start < next else { continue }
        for instant in [start, next + -1, start + Int64.random(in: 0..<(next - start), using: &random)] {
          #expect(calendar.day(of: instant) == day, comment)
        }
      }
    }
  }
}
