import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: stories, heroes and profile")
  struct ClientCatalogueTests {
    @Test("Creates, replaces, lists, marks and deletes heroes and stories")
    func catalogue() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1", "s2", "s3", "s4", "s5")
      #expect(try await app.client.heroes().items == [Hero(id: "h1", name: "Ada")])
      #expect(try await app.client.hero("h1").name == "Ada")

      var found: [String] = []
      var cursor: String?
      repeat {
        let page = try await app.client.stories(limit: 2, cursor: cursor)
        found += page.items.map(\.id)
        cursor = page.nextCursor
      } while cursor != nil
      #expect(found == ["s1", "s2", "s3", "s4", "s5"])

      try await app.client.setFavorite(true, storyId: "s2")
      #expect(try await app.client.story("s2").isFavorite)
      #expect(try await app.repository.fetchSummary().favoriteCount == 1)
      try await app.client.setFavorite(false, storyId: "s2")
      let renamed = try await app.client.saveStory("s2", StoryDraft(title: "Two", estimatedDuration: 90))
      #expect(renamed.title == "Two" && renamed.heroId == nil && !renamed.isFavorite)
      #expect(renamed.createdAt == Date(timeIntervalSince1970: 1_700_000_000))

      app.network.loseResponses(1)
      try await app.client.deleteStory("s2")
      await #expect(throws: APIError.notFound) { try await app.client.deleteStory("s2") }
      try await app.client.deleteHero("h1")
      #expect(try await app.client.story("s1").heroId == nil)
      #expect(try await app.repository.fetchSummary(forceRefresh: true).totalStories == 4)
    }

    @Test("Changes only the given members of a profile, and rejects an unknown time zone")
    func profile() async throws {
      let app = try App(try Stack(), user: "ada")
      let changes = ProfileChanges(timezone: "Asia/Kolkata", displayName: .set("Ada"), dayStart: 4)
      _ = try await app.client.changeProfile(changes)
      let changed = try await app.client.changeProfile(ProfileChanges(displayName: .cleared, restDaysPerWeek: 2))
      #expect(changed.userId == "ada" && changed.displayName == nil && changed.timezone == "Asia/Kolkata")
      #expect(changed.dayStart == 4 && changed.restDaysPerWeek == 2)
      #expect(try await app.client.profile() == changed)
      do throws(APIError) {
        _ = try await app.client.changeProfile(ProfileChanges(timezone: "Mars/Olympus"))
        Issue.record("A zone that does not exist was taken")
      } catch {
        guard case .validation(let errors) = error else {
          Issue.record("\(error) is not about validation")
          return
        }
        #expect(errors.map(\.field) == ["timezone"])
      }
    }

    @Test("A session over midnight counts for both days, and a new time zone moves it")
    func midnight() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      let start = Date(
        timeIntervalSince1970: 1_790_000_000 - 1_790_000_000.truncatingRemainder(dividingBy: 86_400) - 1140)
      let span = SessionReport(storyId: "s1", startedAt: start, endedAt: start + 2280, completed: true)
      let utc = try #require(TimeZone(identifier: "UTC"))
      let (first, second) = (CalendarDay(start, in: utc), CalendarDay(start + 2280, in: utc))
      try await app.repository.reportSession(span)
      // The duration is capped at thirty minutes, which are spread evenly.
      let spread = try await app.repository.fetchActivity(from: first, to: second)
      #expect(spread.range == .custom && spread.timezone == "UTC")
      #expect(spread.dataPoints.map(\.minutes) == [15, 15])
      #expect(spread.dataPoints.map(\.date) == [first, second])

      _ = try await app.repository.write { client in
        try await client.changeProfile(ProfileChanges(timezone: "Asia/Tokyo"))
      }
      let moved = try await app.repository.fetchActivity(from: first, to: second)
      #expect(moved.timezone == "Asia/Tokyo")
      #expect(moved.dataPoints.map(\.minutes) == [0, 30])

      let anomaly = try #require(try await app.client.anomalies().items.first)
      #expect(anomaly.kind == .durationCapped && anomaly.given == 2280 && anomaly.stored == 1800)
      #expect(try await app.client.sessions(storyId: "s1", from: second, to: second).items.count == 1)
      #expect(try await app.client.sessions(storyId: "s1", from: first, to: first).items.isEmpty)
      let id = anomaly.sessionId
      #expect(try await app.client.session(id).anomalies == [.durationCapped])
    }
  }
}
