import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: reading insights")
  struct ClientInsightsTests {
    private func shelve(
      _ app: App, _ id: String, genre: String, culture: String?, rating: Double, finishedAt: Date
    ) async throws {
      try await app.client.saveWork(Work(id: id, title: id, pageCount: 300, genres: [genre]))
      try await app.client.saveLibraryEntry(
        id, LibraryEntryChanges(status: .finished, rating: rating, finishedAt: finishedAt))
      if let culture { try await app.client.setDiversity(id, .culturalOrigin, to: culture) }
    }

    @Test("The next insights include what was read, finished and described, and describe it for VoiceOver")
    func journey() async throws {
      let app = try App(Stack(), user: "ada")
      let insights = InsightsRepository(client: app.client)
      let english = Locale(identifier: "en_US")
      let empty = try await insights.fetchInsights()
      #expect(empty.booksRead == 0 && empty.averageRating == nil && empty.genres.top.isEmpty)
      #expect(MetricType.allCases.allSatisfy { empty.value.trend(of: $0) == nil })
      #expect(empty.value.headline(locale: english) == "No books finished yet")

      let now = Date()
      try await shelve(app, "kindred", genre: "Fantasy", culture: "North American", rating: 4.5, finishedAt: now)
      try await shelve(app, "dune", genre: "Fantasy", culture: "North American", rating: 4, finishedAt: now)
      try await shelve(app, "sula", genre: "Novel", culture: "African", rating: 3.5, finishedAt: now)
      // Noon of yesterday, so that the test does not depend on the hour.
      let start = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 - 43_200)
      _ = try await app.client.recordReading(
        ReadingReport(workId: "sula", startedAt: start, endedAt: start + 3_600, startPage: 10, endPage: 60))

      let all = try await insights.fetchInsights()
      #expect(all.freshness == .live && all.timeframe == .allTime)
      #expect(all.booksRead == 3 && all.culturesExplored == 2 && all.averageRating == 4)
      #expect(all.pagesRead == 50 && all.minutesRead == 60)
      #expect(all.genres.top.first?.genre == "Fantasy" && all.genres.top.map(\.books) == [2, 1])
      #expect(all.streak.current == 1 && all.velocity.pagesPerDay > 0)
      // 3 of 12 books, 2 of 5 cultures, and their mean.
      #expect(all.readingProgress == 25 && all.culturalProgress == 40 && all.overallCompletion == 32.5)
      #expect(
        all.value.journeyProgressAccessibilityLabel(locale: english)
          == "Reading journey progress: 32.5 percent complete. Reading progress: 25 percent. "
          + "Cultural diversity: 40 percent.")
      #expect(all.value.headline(locale: english) == "Exploring 2 cultures across 3 books")

      let timeline = try await insights.fetchTimeline(numberOfMonths: 2)
      #expect(timeline.months.map(\.books) == [0, 3] && timeline.months.first?.diversityPercentage == nil)
      #expect((timeline.months.last?.diversityPercentage ?? 0) > 0)
      #expect(timeline.value.accessibilitySummary(locale: english).contains("3 books in 2 months."))
    }

    @Test("Returns every timeframe, and a screen uses prefetched values")
    func timeframes() async throws {
      let app = try App(Stack(), user: "ada")
      let insights = InsightsRepository(client: app.client)
      for timeframe in InsightsTimeframe.allCases {
        #expect(try await insights.fetchInsights(for: timeframe).timeframe == timeframe)
      }
      let before = app.network.statuses.count
      #expect(try await insights.fetchInsights(for: .week).freshness == .cached)
      #expect(app.network.statuses.count == before)
      #expect(try await insights.fetchInsights(for: .week, forceRefresh: true).freshness == .live)
      #expect(app.network.statuses.last == 304)
      await #expect(throws: AnalyticsError.invalidDateRange) {
        try await insights.fetchInsights(for: InsightsTimeframe(rawValue: "decade"))
      }
    }

    @Test("Setting a goal changes the rings, and a finished book unlocks achievements and is in the review")
    func goals() async throws {
      let app = try App(Stack(), user: "ada")
      let insights = InsightsRepository(client: app.client)
      let screen = await MainActor.run { InsightsViewModel(repository: insights) }
      await screen.loadAllInsights()
      #expect(await screen.error == nil)
      #expect(await screen.hasInsights == false)
      #expect(await screen.goals.value?.map(\.target) == [12, 5, 7, 2])
      #expect(await screen.achievements.value?.filter(\.isUnlocked).isEmpty == true)

      let now = Date()
      try await shelve(app, "kindred", genre: "Fantasy", culture: "North American", rating: 4.5, finishedAt: now)
      try await screen.setGoal(.annualReading, target: 2)
      #expect(await screen.insights.value?.readingProgress == 50)
      let goal = try #require(await screen.goals.value?.first)
      #expect(goal.type == .annualReading && goal.current == 1 && goal.remaining == 1 && !goal.isReached)
      #expect(
        goal.accessibilityLabel(locale: Locale(identifier: "en_US")).hasPrefix(
          "Annual Reading Goal: 1 of 2. 1 book remaining."))
      await #expect(throws: AnalyticsError.self) { try await screen.setGoal(.annualReading, target: 0) }
      try await screen.clearGoal(.annualReading)
      #expect(await screen.goals.value?.first?.target == 12)

      let badges = try await insights.fetchAchievements().value
      #expect(badges.count == 14)
      let first = try #require(badges.first { $0.id == "first-steps" })
      #expect(first.isUnlocked && first.rarity == .common && first.hapticIntensity == first.rarity.hapticIntensity)
      #expect(first.progress == 1 && first.progressSteps == Achievement.steps)
      #expect(badges.allSatisfy { $0.hapticIntensity == $0.rarity.hapticIntensity })
      #expect(badges.first { $0.id == "bookworm" }?.progress == 0.1)

      let year = try await insights.fetchReview(of: CalendarDay(now, in: .gmt).year)
      #expect(year.reading?.books == 1 && year.reading?.topGenres.map(\.genre) == ["Fantasy"])
      #expect(year.listening == nil && year.rucks == nil && !year.isEmpty)
      #expect(try await insights.fetchReview(of: 2020).isEmpty)
    }
  }
}
