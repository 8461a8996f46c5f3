import Foundation
import Testing

@testable import WaymarkClient

@Suite("Models of insights")
struct InsightModelTests {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try WireFormat.decode(type, from: Data(text.utf8))
  }

  @Test("Decodes insights with rings, velocity, streak, genres and trends")
  func insights() throws {
    let insights = try decoded(JourneyInsights.self, InsightBodies.insights("year"))
    #expect(insights.timeframe == .year && insights.averageRating == 4.25)
    #expect(insights.works == 6 && insights.rereads == 1 && insights.undated == 2)
    #expect(insights.byFormat == FormatCounts(print: 4, ebook: 1, audio: 1, unknown: 1))
    #expect(insights.velocity.pagesPerDay == 7.5 && insights.streak.longest == 11)
    #expect(insights.genres.top.map(\.genre) == ["Fantasy", "History"])
    #expect(insights.trend(of: .books)?.changePercent == 40)
    #expect(insights.trend(of: .minutes)?.direction == .flat)
    #expect(insights.trend(of: .pages) == nil && insights.trend(of: .cultures) == nil)
    #expect(insights.trend(of: .pace) == nil)
    let text = String(decoding: try WireFormat.encode(insights), as: UTF8.self)
    #expect(try decoded(JourneyInsights.self, text) == insights)
  }

  @Test("Insights without reading have zeros, no rating and no trends")
  func emptyInsights() throws {
    let insights = try decoded(JourneyInsights.self, InsightBodies.empty)
    #expect(insights.booksRead == 0 && insights.averageRating == nil && insights.genres.top.isEmpty)
    #expect(insights.works == 0 && insights.rereads == 0 && insights.undated == 0 && insights.byFormat == nil)
    #expect(MetricType.allCases.allSatisfy { insights.trend(of: $0) == nil })
  }

  @Test("Decodes a timeline; unknown diversity is nil")
  func timeline() throws {
    let months = try decoded(ReadingTimeline.self, InsightBodies.timeline).months
    #expect(months.map(\.month.description) == ["2026-09", "2026-10", "2026-11"])
    #expect(months.map(\.diversityPercentage) == [nil, 62.5, 40])
  }

  @Test("Decodes achievements, including unknown rarities and intensities")
  func achievements() throws {
    let known = try decoded(AchievementsResponse.self, InsightBodies.achievements).achievements
    #expect(known.map(\.rarity) == [.uncommon, .legendary] && known.map(\.hapticIntensity) == [.light, .heavy])
    #expect(known[0].unlockedAt == instant("2026-11-20T10:00:00Z") && known[1].unlockedAt == nil)
    #expect(known[1].progressSteps == 2 && known[1].category == .combined)
    let later = InsightBodies.achievements.replacingOccurrences(of: "legendary", with: "mythic")
      .replacingOccurrences(of: "heavy", with: "thunder").replacingOccurrences(of: "combined", with: "cosmic")
    let unknown = try decoded(AchievementsResponse.self, later).achievements
    #expect(unknown[1].rarity.rawValue == "mythic" && unknown[1].rarity.rank == 0)
    #expect(unknown[1].rarity.hapticIntensity == .light)
    #expect(unknown[1].hapticIntensity.rawValue == "thunder")
  }

  @Test("Haptic intensity grows with rarity")
  func rarities() {
    #expect(AchievementRarity.allCases.map(\.rank) == [0, 1, 2, 3, 4])
    #expect(AchievementRarity.allCases.map(\.hapticIntensity) == [.light, .light, .medium, .heavy, .heavy])
  }

  @Test("Decodes goals, including unknown types")
  func goals() throws {
    let goals = try decoded(GoalsResponse.self, InsightBodies.goals()).goals
    #expect(goals.map(\.type) == Array(GoalType.allCases.prefix(3)) && goals.map(\.target) == [12, 4, 7])
    #expect(goals.map(\.isReached) == [false, true, false])
    #expect(goals[0].projectedDate == CalendarDay("2027-07-18") && goals[2].projectedDate == nil)
    let later = InsightBodies.goals().replacingOccurrences(of: "readingStreak", with: "audioHours")
    let unknown = try #require(try decoded(GoalsResponse.self, later).goals.last)
    #expect(unknown.type.displayName == "audioHours")
  }

  @Test("Decodes a review; a section without activity is nil")
  func review() throws {
    let review = try decoded(YearInReview.self, InsightBodies.review)
    #expect(review.listening?.topHero?.seconds == 3600 && review.reading?.fastestBook?.days == 3)
    #expect(review.reading?.undated == 1 && review.reading?.byFormat?.audio == 2)
    #expect(review.reading?.longestBook == nil && review.rucks?.records?.heaviestLoad?.value == 30)
    #expect(review.busiestDay?.date == CalendarDay("2026-11-16") && review.busiestHour == 8)
    #expect(review.milestonesUnlocked == [Unlocked(id: "stories-1")])
    #expect(review.achievementsUnlocked.first?.unlockedAt == instant("2026-11-20T10:00:00Z"))
    let text = String(decoding: try WireFormat.encode(review), as: UTF8.self)
    #expect(try decoded(YearInReview.self, text) == review)
    let older = text.replacingOccurrences(of: #","works":7"#, with: "")
      .replacingOccurrences(of: #","undated":1"#, with: "")
    let reading = try #require(try decoded(YearInReview.self, older).reading)
    #expect(reading.works == 7 && reading.undated == 0 && reading.byFormat?.print == 5)
    #expect(older.count == text.count - 22)
    let month = try decoded(YearInReview.self, InsightBodies.monthReview)
    #expect(month.month == 3 && month.listening == review.listening && month.goals.isEmpty && review.month == nil)
    #expect(review.id == 2026 && month.id != review.id && !text.contains("month"))
    let empty = try decoded(YearInReview.self, InsightBodies.emptyReview)
    #expect(empty.isEmpty && !review.isEmpty && empty.busiestHour == nil)
    #expect(try decoded(YearInReview.self, #"{"year":2020}"#).isEmpty)
  }
}
