import Foundation
import Testing

@testable import WaymarkClient

/// Text for VoiceOver.
@Suite("Spoken sentences")
struct SpokenTests {
  private let english = Locale(identifier: "en_US")

  private func streak(_ current: Int, sessions: Int, celebrates: Bool = false) -> TrainingStreak {
    TrainingStreak(
      current: current, longest: 12, weeklyGoal: 2,
      thisWeek: .init(sessions: sessions, meetsGoal: sessions >= 2, remaining: max(0, 2 - sessions)),
      celebration: celebrates ? .init(weeks: current) : nil)
  }

  @Test("Describes a streak with this week and the longest streak")
  func streaks() {
    #expect(
      streak(8, sessions: 1).accessibilityLabel(locale: english)
        == "Training streak: 8 weeks. This week: 1 of 2 rucks, 1 to go. Longest: 12 weeks.")
    #expect(
      streak(1, sessions: 3).accessibilityLabel(locale: english)
        == "Training streak: 1 week. This week: 3 rucks, goal reached. Longest: 12 weeks.")
    #expect(
      streak(0, sessions: 0).accessibilityLabel(locale: english)
        == "Training streak: 0 weeks. This week: 0 of 2 rucks, 2 to go. Longest: 12 weeks.")
  }

  @Test("Returns a celebration message, or nil without a celebration")
  func celebrations() {
    #expect(streak(8, sessions: 2).celebrationMessage(locale: english) == nil)
    #expect(
      streak(8, sessions: 2, celebrates: true).celebrationMessage(locale: english)
        == "8 weeks in a row with 2 rucks or more!")
    #expect(
      streak(52, sessions: 2, celebrates: true).celebrationMessage(locale: english)
        == "52 weeks in a row with 2 rucks or more! A whole year.")
  }

  private func insights(overall: Double, reading: Double, cultural: Double, books: Int, cultures: Int) throws
    -> JourneyInsights
  {
    var insights = try WireFormat.decode(JourneyInsights.self, from: Data(InsightBodies.empty.utf8))
    insights.overallCompletion = overall
    insights.readingProgress = reading
    insights.culturalProgress = cultural
    insights.booksRead = books
    insights.culturesExplored = cultures
    return insights
  }

  @Test("Describes the two rings as percentages")
  func rings() throws {
    let insights = try insights(overall: 60, reading: 75, cultural: 45.5, books: 9, cultures: 1)
    #expect(
      insights.journeyProgressAccessibilityLabel(locale: english)
        == "Reading journey progress: 60 percent complete. Reading progress: 75 percent. "
        + "Cultural diversity: 45.5 percent."
    )
    #expect(
      insights.journeyProgressAccessibilityLabel(locale: Locale(identifier: "de_DE")).hasSuffix("45,5 percent."))
    #expect(insights.headline(locale: english) == "Exploring 1 culture across 9 books")
    let odd = try self.insights(overall: .nan, reading: 120, cultural: -3, books: 0, cultures: 0)
    #expect(
      odd.journeyProgressAccessibilityLabel(locale: english)
        == "Reading journey progress: unknown complete. Reading progress: 100 percent. Cultural diversity: 0 percent.")
    #expect(odd.headline(locale: english) == "No books finished yet")
  }

  private func timeline(_ months: (String, Int, Double?)...) throws -> ReadingTimeline {
    ReadingTimeline(
      months: try months.map { text, books, diversity in
        ReadingTimeline.Month(
          month: try #require(CalendarMonth(text)), books: books, diversityPercentage: diversity)
      })
  }

  @Test("Describes a timeline with its span, books, best month and diversity")
  func timelines() throws {
    let year = try timeline(("2025-12", 4, 40), ("2026-01", 0, nil), ("2026-02", 4, 85), ("2026-03", 1, 62.5))
    #expect(
      year.accessibilitySummary(locale: english) == """
        Reading timeline from December 2025 to March 2026. 9 books in 4 months. Most in February 2026: 4 books. \
        Cultural diversity between 40 and 85 percent, most recently 62.5 percent.
        """)
    #expect(
      year.months[0].accessibilityLabel(locale: english) == "December 2025: 4 books, cultural diversity 40 percent.")
    #expect(year.months[1].accessibilityLabel(locale: english) == "January 2026: 0 books.")
    let single = try timeline(("2026-11", 1, 0))
    #expect(
      single.accessibilitySummary(locale: english)
        == "Reading timeline of November 2026. 1 book in 1 month. Cultural diversity 0 percent.")
    let empty = try timeline(("2026-10", 0, nil), ("2026-11", 0, nil))
    #expect(
      empty.accessibilitySummary(locale: english)
        == "Reading timeline from October 2026 to November 2026. No books finished. No cultural data yet.")
    #expect(try timeline().accessibilitySummary(locale: english) == "Reading timeline without months.")
  }

  @Test("Describes an achievement with its rarity and its local unlock day")
  func achievements() throws {
    let badges = try WireFormat.decode(AchievementsResponse.self, from: Data(InsightBodies.achievements.utf8))
      .achievements
    #expect(
      badges[0].accessibilityLabel(locale: english, timeZone: .gmt)
        == "Bookworm, uncommon achievement. Read 10 books. Unlocked on Nov 20, 2026.")
    let kiritimati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    // 10:00 UTC is midnight at UTC+14.
    #expect(badges[0].accessibilityLabel(locale: english, timeZone: kiritimati).hasSuffix("Nov 21, 2026."))
    #expect(
      badges[1].accessibilityLabel(locale: english, timeZone: .gmt)
        == "Master Explorer, legendary achievement. 50 books, 8 cultures, rated 4.0 or more. "
        + "Locked, 58 percent complete."
    )
  }

  @Test("Describes a goal with progress, remainder and pace")
  func goals() throws {
    let goals = try WireFormat.decode(GoalsResponse.self, from: Data(InsightBodies.goals().utf8)).goals
    #expect(
      goals.map { $0.accessibilityLabel(locale: english) } == [
        "Annual Reading Goal: 7 of 12. 5 books remaining. Behind schedule.",
        "Cultural Diversity Goal: 4 of 4. Goal reached.",
        "Reading Streak Goal: 0 of 7. 7 days remaining. Behind schedule.",
      ])
  }
}
