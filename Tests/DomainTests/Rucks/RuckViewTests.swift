import Chronology
import Domain
import Foundation
import Testing

@testable import DomainModels

struct RuckViewTests {
  private let now = instant("2026-03-31T12:00:00Z")

  private func view(_ rucks: [Ruck]) -> StatsView {
    var view = StatsView()
    for ruck in rucks { view.apply(.rucks(.recorded(RuckRecorded(ruck: ruck))), zones: TestZones.shared) }
    return view
  }

  private func ruck(_ start: String, km: Double = 5, kg: Double = 10, minutes: Int64 = 60) -> Ruck {
    Ruck(startedAt: instant(start), endedAt: instant(start) + minutes * 60, distance: km * 1_000, loadWeight: kg)
  }

  @Test("31 March is compared with all of February and nothing else")
  func shorterMonth() {
    var view = view([
      ruck("2026-01-31T23:59:59Z", km: 100), ruck("2026-02-01T00:00:00Z"), ruck("2026-02-28T23:59:59Z"),
      ruck("2026-03-01T00:00:00Z", km: 12),
    ])
    let analytics = view.ruckAnalytics(now: now)
    #expect(analytics.from.description == "2026-03-01" && analytics.to.description == "2026-03-31")
    #expect(analytics.totalDistance == 12_000)
    // 5 + 5 km; 12 km is a fifth more.
    #expect(analytics.distanceTrend?.previous == 10_000 && analytics.distanceTrend?.changePercent == 20)
    #expect(analytics.sessionsTrend?.direction == .down)
  }

  @Test("A change of less than one percent before rounding is flat")
  func flat() {
    #expect(Trend(100.99, since: 100)?.direction == .flat)
    #expect(Trend(101, since: 100)?.direction == .up)
    #expect(Trend(99.04, since: 100)?.direction == .flat)
    #expect(Trend(99.04, since: 100)?.changePercent == -1)
    #expect(Trend(99, since: 100)?.direction == .down)
    // Exactly one percent, of numbers that no double holds exactly.
    #expect(Trend(3_474.9, since: 3_510)?.direction == .down)
    #expect(Trend(13_354.523, since: 13_222.3)?.direction == .up)
    #expect(Trend(103, since: 80)?.changePercent == 28.8)
    #expect(Trend(29, since: 80)?.changePercent == -63.8)
    #expect(Trend(121, since: 80)?.changePercent == 51.3)
    #expect(Trend(1, since: 0) == nil && Trend(nil, since: 1) == nil)
  }

  @Test("A later day start moves a ruck into another week, and a change of zone moves it back")
  func weekBoundary() {
    // Monday 00:30 UTC is still Sunday with days that start at 4, or in New York.
    var view = view([ruck("2026-03-30T00:30:00Z"), ruck("2026-03-29T10:00:00Z")])
    #expect(view.ruckWeeks(2, now: now).weeks.map(\.sessions) == [1, 1])
    var profile = Profile(createdAt: Instant(seconds: 0))
    profile.dayStart = 4
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile))), zones: TestZones.shared)
    #expect(view.ruckWeeks(2, now: now).weeks.map(\.sessions) == [2, 0])
    #expect(view.trainingStreak(now: now).current == 1)
    profile.dayStart = 0
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile))), zones: TestZones.shared)
    #expect(view.trainingStreak(now: now).current == 0)
  }

  @Test("Nearly constant temperatures have no correlation")
  func noVariance() {
    let rucks = (0..<5).map { day in
      var ruck = ruck("2026-03-0\(day + 1)T08:00:00Z", minutes: Int64(50 + day))
      ruck.weather = RuckWeather(temperature: 20 + Double(day) * 1e-6, condition: "sun")
      return ruck
    }
    var view = view(rucks)
    #expect(view.ruckBreakdown(now: now).weather.temperaturePaceCorrelation == nil)
  }

  @Test("Absurd figures result in finite numbers")
  func finite() throws {
    let rucks = (1...4).map { day in
      var ruck = ruck("2026-03-0\(day)T08:00:00Z", km: day == 1 ? 1e-300 : 1)
      (ruck.movingTime, ruck.calories) = (1.5e308, 1.5e308)
      ruck.terrain = [RuckSegment(type: .sand, distance: 500_000)]
      ruck.weather = RuckWeather(temperature: day % 2 == 0 ? 1e308 : -1e308, condition: "sun")
      return ruck
    }
    var view = view(rucks)
    // The encoder rejects numbers that are not finite.
    for period in RuckPeriod.allCases {
      _ = try JSONEncoder().encode(view.ruckAnalytics(of: period, now: now))
      _ = try JSONEncoder().encode(view.ruckBreakdown(of: period, now: now))
    }
    _ = try JSONEncoder().encode(view.ruckRecords())
    _ = try JSONEncoder().encode(view.ruckWeeks(now: now))
    #expect(view.activity(.month, of: .rucks, now: now).allSatisfy { $0.minutes.isFinite })
  }
}
