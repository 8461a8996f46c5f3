import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: rucks")
  struct ClientRucksTests {
    /// Eight o'clock on a day of last week; 0 is its Monday.
    private func start(_ weekday: Int) -> Date {
      let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down)
      return Date(timeIntervalSince1970: (today - Double(Walker.daysAgo(weeks: 1, weekday: weekday))) * 86_400 + 28_800)
    }

    private func report(_ id: String, _ weekday: Int, minutes: Double, km: Double, kg: Double) -> RuckReport {
      let start = start(weekday)
      return RuckReport(
        id: id, startedAt: start, endedAt: start + minutes * 60, distance: km * 1_000, loadWeight: kg)
    }

    @Test("The next read of every figure includes recorded, edited and deleted rucks")
    func readsItsWrites() async throws {
      let app = try App(Stack(), user: "ada")
      let rucks = AnalyticsRepository(client: app.client)
      #expect(try await rucks.fetchAnalyticsData(for: .allTime).totalSessions == 0)
      #expect(try await rucks.fetchPersonalRecords().longestDistance == nil)
      var first = report("a", 0, minutes: 100, km: 10, kg: 20)
      first.calories = 800
      first.terrain = [TerrainSegment(type: .trail, distance: 6_000), TerrainSegment(type: .road, distance: 4_000)]
      first.weather = RuckWeather(temperature: -2.5, condition: "rain")
      let ruck = try await rucks.recordRuck(first)
      #expect(ruck.pace == 10 && ruck.weightMoved == 200_000 && ruck.startedAt == first.startedAt)
      try await rucks.recordRuck(report("b", 1, minutes: 60, km: 5, kg: 10))

      // 15 km in 160 minutes; 20 × 10,000 + 10 × 5,000.
      let all = try await rucks.fetchAnalyticsData(for: .allTime)
      #expect(all.totalDistance == 15_000 && all.totalWeightMoved == 250_000 && all.totalDuration == 9_600)
      #expect(all.averagePace.map { abs($0 - 160.0 / 15) < 1e-9 } == true && all.distanceTrend == nil)
      #expect(all.to == CalendarDay(.now, in: .gmt) && all.trainingStreak == 1)
      #expect(try await rucks.fetchPersonalRecords().value.held(by: "a").count == 5)
      let weeks = try await rucks.fetchWeeklyAnalyticsData(numberOfWeeks: 2)
      #expect(weeks.weeks.map(\.sessions) == [2, 0] && weeks.weeks.map(\.meetsGoal) == [true, false])
      let streak = try await rucks.fetchTrainingStreak()
      #expect(streak.current == 1 && streak.thisWeek.remaining == 2 && streak.celebration == nil)
      let breakdown = try await rucks.fetchBreakdown(for: .allTime)
      #expect(breakdown.terrain.map(\.type) == [.trail, .road] && breakdown.calorieBurnRate == 480)
      #expect(breakdown.paceDistribution.map(\.from) == [10, 12])
      #expect(breakdown.loadProgression.map(\.maxLoad) == [20])

      let edited = try await rucks.changeRuck("a", RuckChanges(distance: 8_000, calories: .cleared, terrain: .cleared))
      #expect(edited.pace == 12.5 && edited.calories == nil && edited.terrain == nil && edited.weather != nil)
      #expect(try await rucks.fetchAnalyticsData(for: .allTime).totalDistance == 13_000)
      #expect(try await rucks.rucks().items.map(\.id) == ["b", "a"])
      #expect(try await app.repository.fetchActivity(range: .month, kind: .rucks).totalMinutes == 160)
      try await rucks.deleteRuck("a")
      #expect(try await rucks.fetchPersonalRecords().longestDistance?.ruckId == "b")
      await #expect(throws: AnalyticsError.request(.notFound)) { try await rucks.deleteRuck("a") }
      await #expect(throws: APIError.notFound) { try await app.client.ruck("a") }
    }

    @Test("Returns trends that compare this week with last week")
    func trends() async throws {
      let app = try App(Stack(), user: "ada")
      let rucks = AnalyticsRepository(client: app.client)
      try await rucks.recordRuck(report("before", 0, minutes: 80, km: 8, kg: 10))
      // The first minute of today with a moving time, so that the test does not depend on the hour.
      let midnight = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
      try await rucks.recordRuck(
        RuckReport(
          startedAt: midnight, endedAt: midnight + 60, distance: 10_000, loadWeight: 10, movingTime: 90 * 60))
      let week = try await rucks.fetchAnalyticsData(for: .weekly)
      let words = Formatters(locale: Locale(identifier: "en_US"))
      #expect(words.trend(week.distanceTrend, of: .distance, in: .weekly) == "25% more than by this time last week")
      // 9 minutes per kilometre after 10.
      #expect(words.trend(week.paceTrend, of: .pace, in: .weekly) == "10% faster than by this time last week")
      #expect(week.paceTrend?.colorName(for: .pace) == "green" && week.paceTrend?.symbolName == "arrow.down.right")
      #expect(week.sessionsTrend?.direction == .flat)
    }

    @Test("A screen loads all figures; unchanged ones return 304, cached ones need no request")
    func screen() async throws {
      let app = try App(Stack(), user: "ada")
      let rucks = AnalyticsRepository(client: app.client)
      try await rucks.recordRuck(report("a", 0, minutes: 100, km: 10, kg: 20))
      await rucks.prefetchCommonScenarios()
      let before = app.network.statuses.count
      #expect(before == 9)
      let model = await MainActor.run { AnalyticsViewModel(repository: rucks, selectedTimePeriod: .allTime) }
      await model.loadAllAnalyticsData()
      // Only the breakdown was not cached.
      #expect(app.network.statuses.count == before + 1)
      #expect(await model.hasAnalyticsData)
      #expect(await model.errorMessage == nil)
      await model.refreshAnalytics()
      #expect(app.network.statuses.suffix(5).allSatisfy { $0 == 304 })
      #expect(await model.analyticsData?.totalDistance == 10_000)
    }

    @Test("Converts each failure to its error, and a lost response does not repeat the write")
    func refusals() async throws {
      let app = try App(Stack(), user: "ada")
      let rucks = AnalyticsRepository(client: app.client)
      app.network.loseResponses(2)
      try await rucks.recordRuck(report("a", 0, minutes: 100, km: 10, kg: 20))
      #expect(try await rucks.rucks().items.count == 1)
      do throws(AnalyticsError) {
        try await rucks.recordRuck(report("a", 1, minutes: 60, km: 5, kg: 10))
        Issue.record("Two rucks have one id")
      } catch {
        guard case .request(.conflict) = error else {
          Issue.record("\(error) is no conflict")
          return
        }
      }
      do throws(AnalyticsError) {
        try await rucks.recordRuck(report("c", 2, minutes: 60, km: 501, kg: 201))
        Issue.record("Too far with too much was taken")
      } catch {
        guard case .request(.validation(let errors)) = error else {
          Issue.record("\(error) is not about validation")
          return
        }
        #expect(Set(errors.map(\.field)) == ["distance", "loadWeight"])
      }
      await #expect(throws: AnalyticsError.invalidDateRange) {
        try await rucks.fetchAnalyticsData(for: AnalyticsTimePeriod(rawValue: "daily"))
      }
    }
  }
}
