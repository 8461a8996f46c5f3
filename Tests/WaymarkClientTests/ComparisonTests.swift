import Foundation
import Testing

@testable import WaymarkClient

@Suite("Figures of another period")
struct ComparisonTests {
  private let server: TestServer
  private let client: WaymarkClient

  init() {
    server = TestServer(time: ManualTime(advancesOnSleep: true))
    server.stubInsights()
    server.stubRucks()
    client = server.client(retries: .none)
  }

  /// Adds a member to a body.
  private func with(_ comparison: String, _ body: String) -> String {
    body.trimmingCharacters(in: .whitespacesAndNewlines).dropLast() + #","comparison":\#(comparison)}"#
  }

  @Test("Insights have the figures of the requested period")
  func insights() async throws {
    let earlier = """
      {"from":"2025-11-01","to":"2025-11-20","booksRead":4,"works":4,"rereads":0,"undated":0,
       "byFormat":{"print":3,"ebook":1,"audio":0,"unknown":0},"pagesRead":900,"minutesRead":1200,"culturesExplored":2,
       "averageRating":null,"velocity":{"booksPerMonth":6.1,"pagesPerDay":45},
       "genres":{"count":1,"evenness":0,"top":[{"genre":"Essay","books":4}]}}
      """
    server.stub("GET insights?timeframe=month&compare=lastYear", with(earlier, InsightBodies.insights("month")))
    let found = try await client.journeyInsights(.month, comparedWith: .lastYear)
    #expect(found.booksRead == 7 && found.comparison?.booksRead == 4 && found.comparison?.averageRating == nil)
    #expect(found.comparison?.from == CalendarDay("2025-11-01") && found.comparison?.velocity.pagesPerDay == 45)
    // Without a request, and from an older server, there is none.
    #expect(try await client.journeyInsights(.month).comparison == nil)
  }

  @Test("Rucks have the totals and the breakdown of the requested period")
  func rucks() async throws {
    let totals = """
      {"from":"2026-10-01","to":"2026-10-20","totalSessions":2,"totalDistance":9000,"totalDuration":5400,
       "totalWeightMoved":180000,"averagePace":10,"averageLoad":20,"totalCalories":700}
      """
    let analytics = RuckBodies.analytics()
    server.stub("GET rucks/analytics?period=monthly&compare=previous", with(totals, analytics))
    let found = try await client.ruckAnalytics(.monthly, comparedWith: .previous)
    #expect(found.totalDistance == 23_000 && found.comparison?.totalDistance == 9_000)
    #expect(try await client.ruckAnalytics().comparison == nil)
    let breakdown = RuckBodies.breakdown
    let days = #"{"from":"2026-10-01","to":"2026-10-20","#
    server.stub(
      "GET rucks/breakdown?period=weekly&compare=lastYear", with(days + String(breakdown.dropFirst()), breakdown))
    let spread = try await client.ruckBreakdown(.weekly, comparedWith: .lastYear)
    #expect(spread.comparison?.paceDistribution == spread.paceDistribution && spread.comparison?.calorieBurnRate == 450)
    #expect(try await client.ruckBreakdown().comparison == nil)
  }

  @Test("Names the periods for a picker, and keeps unknown ones")
  func names() {
    #expect(ComparedPeriod.allCases.map(\.rawValue) == ["previous", "lastYear"])
    #expect(ComparedPeriod.allCases.map(\.displayName) == ["Previous period", "Same period last year"])
    #expect(ComparedPeriod(rawValue: "decade").displayName == "decade")
  }
}
