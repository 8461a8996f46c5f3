import Chronology
@testable import Domain
@testable import DomainModels
import Testing

@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ListeningActivityTests {
  @Test("Divides a session from 23:41 to 00:19 between both days")
  func midnight() {
    var stats = StatsHistory()
    stats.live(in: "Europe/Berlin")
    stats.listen("2026-11-19T23:41:00+01:00", minutes: 38)
    #expect(stats.minutes("2026-11-01", "2026-11-30") == ["2026-11-19": 19, "2026-11-20": 19])
    #expect(stats.summary(now: "2026-11-20T12:00:00Z").longestStreak == 2)
  }

  @Test("A session that ends at the start of a day does not touch it; an empty one belongs to its start")
  func halfOpen() {
    var stats = StatsHistory()
    stats.listen("2026-11-19T23:50:00Z", minutes: 10)
    stats.listen("2026-11-22T00:00:00Z", minutes: 0, duration: 90)
    #expect(stats.minutes("2026-11-01", "2026-11-30") == ["2026-11-19": 10, "2026-11-22": 1.5])
    #expect(stats.summary(now: "2026-11-22T12:00:00Z").currentStreak == 1)
  }

  @Test("Divides listened seconds by elapsed time")
  func shares() {
    var stats = StatsHistory()
    stats.listen("2026-11-19T23:00:00Z", minutes: 180, duration: 600)
    #expect(stats.minutes("2026-11-19", "2026-11-20") == ["2026-11-19": 3.33, "2026-11-20": 6.67])
  }

  @Test("With days that start at 4, 03:59 belongs to yesterday")
  func dayStart() {
    var stats = StatsHistory()
    stats.live(in: "Europe/Berlin", dayStart: 4)
    stats.listen("2026-11-20T03:50:00+01:00", minutes: 20)
    #expect(stats.minutes("2026-11-19", "2026-11-20") == ["2026-11-19": 10, "2026-11-20": 10])
  }

  @Test("Changing the zone or the day start recounts the whole history, and changing it back restores it")
  func rebucket() {
    var stats = StatsHistory()
    stats.listen("2026-11-20T02:00:00Z", minutes: 30)
    stats.listen("2026-01-20T23:45:00Z", minutes: 30)
    let before = stats.minutes("2026-01-01", "2026-11-30")
    #expect(before == ["2026-11-20": 30, "2026-01-20": 15, "2026-01-21": 15])
    stats.live(in: "America/New_York")
    #expect(stats.minutes("2026-01-01", "2026-11-30") == ["2026-11-19": 30, "2026-01-20": 30])
    stats.live(in: "UTC", dayStart: 3)
    #expect(stats.minutes("2026-01-01", "2026-11-30") == ["2026-11-19": 30, "2026-01-20": 30])
    stats.live()
    #expect(stats.minutes("2026-01-01", "2026-11-30") == before)
  }

  @Test("Divides a night with a clock change by elapsed time")
  func clockChanges() {
    var stats = StatsHistory()
    stats.live(in: "Europe/Berlin")
    stats.listen("2026-03-28T23:00:00+01:00", minutes: 23 * 60 + 60)
    stats.listen("2026-10-24T23:00:00+02:00", minutes: 24 * 60)
    #expect(
      stats.minutes("2026-01-01", "2026-12-31") == [
        "2026-03-28": 60, "2026-03-29": 1_380, "2026-10-24": 60, "2026-10-25": 1_380,
      ])
  }

  @Test("The day that Samoa skipped has no minutes and breaks a streak")
  func skippedDay() {
    var stats = StatsHistory()
    stats.live(in: "Pacific/Apia")
    stats.listen("2011-12-30T09:30:00Z", minutes: 60)
    #expect(stats.minutes("2011-12-25", "2012-01-05") == ["2011-12-29": 30, "2011-12-31": 30])
    #expect(stats.summary(now: "2011-12-31T00:00:00Z").longestStreak == 1)
    stats.live(in: "Pacific/Apia", restDays: 1)
    #expect(stats.summary(now: "2011-12-31T00:00:00Z").longestStreak == 2)
  }

  @Test("Ranges end today in the user's zone, oldest first")
  func ranges() {
    var stats = StatsHistory()
    stats.live(in: "Pacific/Apia")
    var view = stats.view()
    let now = instant("2026-11-20T12:00:00Z")
    for (days, count) in [(ActivityDays.week, 7), (.month, 30), (.year, 365)] {
      let points = view.activity(days, now: now)
      #expect(points.count == count)
      #expect(points.last?.date.description == "2026-11-21")
      #expect(points.first?.date == points.last.map { $0.date + (1 - count) })
    }
    let day = Day("2026-11-20")!
    #expect(view.activity(.from(day, to: day), of: .reading, now: now) == [ActivityPoint(date: day, minutes: 0)])
    #expect(view.activity(.from(day, to: day + 3_659), now: now).count == 3_660)
    #expect(view.activity(.from(day, to: day + 3_660), now: now).isEmpty)
    #expect(view.activity(.from(day, to: day + -1), now: now).isEmpty)
  }

  @Test("Absurd durations have a finite sum")
  func absurd() {
    var stats = StatsHistory()
    stats.story("s", length: 1e308)
    stats.listen("2026-11-19T23:50:00Z", minutes: 20, duration: 1.5e308)
    stats.listen("2026-11-19T23:51:00Z", minutes: 20, duration: 1.5e308)
    #expect(stats.summary(now: "2026-11-20T00:00:00Z").totalListeningTime == .greatestFiniteMagnitude)
    let minutes = stats.minutes("2026-11-19", "2026-11-20")
    #expect(minutes.count == 2 && minutes.values.allSatisfy { $0.isFinite })
  }
}
