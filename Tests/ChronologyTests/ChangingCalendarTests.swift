import Foundation
import SeededRandom
import Testing

@testable import Chronology

/// Calendars whose zone and start of the day change.
@Suite(.enabled(if: SystemZones.areThere, "there is no /usr/share/zoneinfo"))
struct ChangingCalendarTests {
  private func calendar(_ pieces: (since: String, zone: String, dayStart: Int)...) throws -> LocalCalendar {
    var calendar = LocalCalendar(zone: try SystemZones.zone(pieces[0].zone), dayStart: pieces[0].dayStart)
    for piece in pieces.dropFirst() {
      let since = try #require(Instant(rfc3339: piece.since))
      calendar.change(at: since, zone: try SystemZones.zone(piece.zone), dayStart: piece.dayStart)
    }
    return calendar
  }

  private func days(_ calendar: LocalCalendar, _ instants: String...) throws -> [String] {
    try instants.map { calendar.day(of: try #require(Instant(rfc3339: $0))).description }
  }

  @Test("A calendar that is ahead begins its date at the change")
  func ahead() throws {
    // At noon in New York, it is already the next day in Auckland.
    let moved = try calendar(("", "America/New_York", 0), ("2026-03-10T16:00:00Z", "Pacific/Auckland", 0))
    #expect(
      try days(
        moved, "2026-03-10T03:59:59Z", "2026-03-10T15:59:59Z", "2026-03-10T16:00:00Z", "2026-03-11T10:59:59Z",
        "2026-03-11T11:00:00Z") == ["2026-03-09", "2026-03-10", "2026-03-11", "2026-03-11", "2026-03-12"])
    #expect(moved.start(of: try #require(Day("2026-03-10"))).description == "2026-03-10T04:00:00Z")
    #expect(moved.start(of: try #require(Day("2026-03-11"))).description == "2026-03-10T16:00:00Z")
    #expect(moved.start(of: try #require(Day("2026-03-12"))).description == "2026-03-11T11:00:00Z")
  }

  @Test("A calendar that is behind counts towards the last date until it passes that")
  func behind() throws {
    let moved = try calendar(("", "Pacific/Auckland", 0), ("2026-03-10T16:00:00Z", "America/New_York", 0))
    // 11 March had begun in Auckland. In New York it ends on 12 March at 04:00 UTC.
    #expect(
      try days(
        moved, "2026-03-10T10:59:59Z", "2026-03-10T11:00:00Z", "2026-03-10T16:00:00Z", "2026-03-12T03:59:59Z",
        "2026-03-12T04:00:00Z") == ["2026-03-10", "2026-03-11", "2026-03-11", "2026-03-11", "2026-03-12"])
    #expect(moved.start(of: try #require(Day("2026-03-12"))).description == "2026-03-12T04:00:00Z")
    #expect(moved.hour(of: try #require(Instant(rfc3339: "2026-03-10T15:59:59Z"))) == 4)
    #expect(moved.hour(of: try #require(Instant(rfc3339: "2026-03-10T16:00:00Z"))) == 12)
  }

  @Test("A later start of the day keeps the date that has begun")
  func laterDayStart() throws {
    let moved = try calendar(("", "UTC", 0), ("2026-03-10T02:00:00Z", "UTC", 6))
    #expect(
      try days(moved, "2026-03-10T01:00:00Z", "2026-03-10T03:00:00Z", "2026-03-11T05:59:59Z", "2026-03-11T06:00:00Z")
        == ["2026-03-10", "2026-03-10", "2026-03-10", "2026-03-11"])
  }

  @Test("A change in the same second replaces the one before")
  func sameSecond() throws {
    let changed = try calendar(
      ("", "UTC", 0), ("2026-03-10T02:00:00Z", "Pacific/Auckland", 0), ("2026-03-10T02:00:00Z", "UTC", 0))
    #expect(try days(changed, "2026-03-10T23:59:59Z", "2026-03-11T00:00:00Z") == ["2026-03-10", "2026-03-11"])
  }

  @Test("Clocks show a local second first in the zone that applies then")
  func localSeconds() throws {
    let moved = try calendar(("", "Europe/Berlin", 0), ("2026-06-10T10:00:00Z", "America/New_York", 0))
    func instant(_ local: String) throws -> String {
      moved.instant(atOrPastLocal: try #require(Instant(rfc3339: local)).seconds).description
    }
    #expect(try instant("2026-06-10T11:00:00Z") == "2026-06-10T09:00:00Z")
    #expect(try instant("2026-06-10T13:00:00Z") == "2026-06-10T17:00:00Z")
  }

  @Test("Calendars differ from the first change that only one of them has")
  func difference() throws {
    let berlin = LocalCalendar(zone: try SystemZones.zone("Europe/Berlin"))
    var moved = berlin
    moved.change(
      at: Instant(rfc3339: "2026-06-10T10:00:00Z")!, zone: try SystemZones.zone("America/New_York"), dayStart: 0)
    var further = moved
    further.change(at: Instant(rfc3339: "2026-06-12T10:00:00Z")!, zone: .utc, dayStart: 0)
    #expect(berlin.firstDifference(from: berlin) == nil && moved.firstDifference(from: moved) == nil)
    #expect(moved.firstDifference(from: berlin)?.description == "2026-06-10T10:00:00Z")
    #expect(berlin.firstDifference(from: further)?.description == "2026-06-10T10:00:00Z")
    #expect(further.firstDifference(from: moved)?.description == "2026-06-12T10:00:00Z")
    #expect(LocalCalendar(zone: .utc, dayStart: 4).firstDifference(from: berlin)?.seconds == .min)
  }

  /// The slow model steps through all hours and lets no date go back.
  @Test("Days equal those of a model that walks through the hours")
  func model() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let names = [
      "Pacific/Apia", "America/New_York", "Asia/Tokyo", "UTC", "Pacific/Niue", "Asia/Kathmandu", "America/Nuuk",
    ]
    for round in 0..<40 {
      let beginning = Int64.random(in: 1_300_000_000...1_400_000_000, using: &random) / 900 * 900
      var pieces: [(since: Int64, calendar: LocalCalendar)] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let zone = try SystemZones.zone(names.randomElement(using: &random)!)
        let piece = LocalCalendar(zone: zone, dayStart: Int.random(in: 0...6, using: &random))
        pieces.append((beginning + Int64.random(in: 0...1_500, using: &random) * 900, piece))
      }
      pieces.sort { $0.since < $1.since }
      var calendar = pieces[0].calendar
      for piece in pieces.dropFirst() {
        calendar.change(
          at: Instant(seconds: piece.since), zone: piece.calendar.zone, dayStart: piece.calendar.dayStart)
      }
      var latest = Day(number: .min)
      var starts: [Day: Int64] = [:]
      for quarter in 0..<2_000 {
        let second = beginning - 86_400 * 3 + Int64(quarter) * 900
        let piece = pieces.last { $0.since <= second } ?? pieces[0]
        let day = piece.calendar.day(of: Instant(seconds: second))
        latest = max(latest, day)
        let comment = Comment(rawValue: "round \(round), second \(second), WAYMARK_SEED=\(seed)")
        #expect(calendar.day(of: Instant(seconds: second)) == latest, comment)
        #expect(
          calendar.hour(of: Instant(seconds: second)) == piece.calendar.hour(of: Instant(seconds: second)), comment)
        if starts[latest] == nil { starts[latest] = second }
      }
      for (day, second) in starts where second > beginning - 86_400 * 3 {
        let start = calendar.start(of: day)
        #expect(start.seconds == second, "start of \(day), round \(round), WAYMARK_SEED=\(seed)")
        #expect(calendar.day(of: start + -1) < day, "before \(day), round \(round), WAYMARK_SEED=\(seed)")
      }
    }
  }
}
