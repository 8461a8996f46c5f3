import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: repository scenarios")
  struct RepositoryScenarioTests {
    @Test("Repository fetches summary")
    func fetches() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      let summary = try await app.repository.fetchSummary()
      #expect(summary.freshness == .live)
      #expect(summary.totalStories == 1)
      let other = try App(app.stack, user: "bob")
      other.network.setOffline(true)
      await #expect(throws: APIError.networkUnavailable) { try await other.repository.fetchSummary() }
    }

    @Test("Repository handles network errors")
    @MainActor func networkErrors() async throws {
      let app = try App(try Stack(), user: "ada")
      let model = ReadingJourneyModel(repository: app.repository)
      app.network.setOffline(true)
      await #expect(throws: APIError.networkUnavailable) { try await app.repository.fetchHeroes() }
      await #expect(throws: APIError.networkUnavailable) { try await app.repository.fetchActivity(range: .week) }
      await model.load()
      #expect(model.heroes == .failed(.networkUnavailable, previous: nil))
      app.network.setOffline(false)
      await model.retry()
      #expect(model.heroes.value?.isEmpty == true)
    }

    @Test("Repository caches responses")
    func caches() async throws {
      let app = try App(try Stack(), user: "ada")
      let first = try await app.repository.fetchSummary()
      let asked = app.network.statuses.count
      // A write of another device is invisible while the value is fresh, and visible after a forced refresh.
      try await App(app.stack, user: "ada").makeStories("s1")
      let second = try await app.repository.fetchSummary()
      #expect(second.freshness == .cached)
      #expect(second.value == first.value)
      #expect(app.network.statuses.count == asked)
      #expect(try await app.repository.fetchSummary(forceRefresh: true).totalStories == 1)
    }

    @Test("ReadingJourneyView fetches from repository")
    @MainActor func viewFetches() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      let model = ReadingJourneyModel(repository: app.repository)
      #expect(model.summary.value == nil)
      await model.load()
      #expect(model.summary.value?.totalStories == 1)
      #expect(model.heroes.value?.map(\.heroName) == ["Ada"])
      #expect(model.milestones.value?.first?.isUnlocked == true)
    }

    @Test("Statistics refresh on pull")
    @MainActor func pull() async throws {
      let app = try App(try Stack(), user: "ada")
      let model = ReadingJourneyModel(repository: app.repository)
      await model.load()
      try await App(app.stack, user: "ada").makeStories("s1", "s2")
      await model.refresh()
      #expect(model.summary.value?.totalStories == 2)
    }
  }
}
