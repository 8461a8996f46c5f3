import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: scenarios")
  struct ClientScenarioTests {
    /// Noon of a past day, so that the test does not depend on the hour.
    private let noon = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 - 10 * 86_400 + 43_200)

    private func report(
      _ story: String = "s1", after offset: Double = 0, seconds: Double = 600, completed: Bool = true
    ) -> SessionReport {
      let start = noon + offset
      return SessionReport(
        storyId: story, startedAt: start, endedAt: start + seconds, completed: completed, duration: seconds)
    }

    @Test("Summary returns zeros for new user, and every other section a value")
    func newUser() async throws {
      let app = try App(try Stack(), user: "new")
      let summary = try await app.repository.fetchSummary()
      #expect(summary.totalStories == 0)
      #expect(summary.lastActivityDate == nil)
      #expect(try await app.repository.fetchHeroes().value.isEmpty)
      #expect(try await app.repository.fetchMilestones().value.map(\.isUnlocked) == Array(repeating: false, count: 9))
      #expect(try await app.repository.fetchInsights().preferredListeningHour == nil)
      #expect(try await app.repository.fetchActivity(range: .year).dataPoints.count == 365)
      #expect(try await app.client.profile().timezone == "UTC")
    }

    @Test("The next read of every figure includes what was reported")
    func readsItsWrites() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1", "s2", "s3")
      #expect(try await app.repository.fetchSummary().totalPlayCount == 0)
      let session = try #require(try await app.repository.reportSession(report()).session)
      #expect(session.duration == 600)
      let summary = try await app.repository.fetchSummary()
      #expect(summary.freshness == .live)
      #expect(summary.value.totalListeningTime == 600)
      #expect(summary.lastActivityDate == noon + 600)
      let hero = try #require(try await app.repository.fetchHeroes().value.first)
      #expect(hero.isMostActive && hero.storyCount == 3 && hero.totalListeningTime == 600)
      let first = try #require(try await app.repository.fetchMilestones().value.first)
      #expect(first.isUnlocked && first.type == .stories)
      #expect(try await app.repository.fetchInsights().mostListenedStory?.id == "s1")
      #expect(try await app.repository.fetchActivity(range: .month).totalMinutes == 10)

      let edit = ListeningSessionChanges(duration: 300)
      let id = session.id
      _ = try await app.repository.write { client in try await client.changeSession(id, edit) }
      #expect(try await app.repository.fetchSummary().totalListeningTime == 300)
      try await app.repository.write { client in try await client.deleteSession(id) }
      #expect(try await app.repository.fetchSummary().totalPlayCount == 0)
    }

    @Test("Unchanged values return 304, and cached ones need no request")
    func conditional() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      let first = try await app.repository.fetchSummary()
      let before = app.network.statuses.count
      #expect(try await app.repository.fetchSummary().freshness == .cached)
      #expect(app.network.statuses.count == before)
      let second = try await app.repository.fetchSummary(forceRefresh: true)
      #expect(second.value == first.value)
      #expect(second.freshness == .live)
      #expect(app.network.statuses.last == 304)
    }

    @Test("A write whose responses are lost is executed once")
    func lostResponses() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      app.network.loseResponses(3)
      #expect(try await app.repository.reportSession(report()).session?.duration == 600)
      #expect(try await app.repository.fetchSummary().totalPlayCount == 1)
      #expect(try await app.client.sessions().items.count == 1)
    }

    @Test("Converts each failure to its error")
    func refusals() async throws {
      let stack = try Stack()
      let app = try App(stack, user: "ada")
      try await app.makeStories("s1")
      var stranger = app.client
      stranger.tokens = .fixed("nobody")
      await #expect(throws: APIError.unauthorized) { try await stranger.profile() }
      let reader = try App(stack, user: "ada", scope: "read")
      #expect(try await reader.repository.fetchSummary().totalStories == 1)
      await #expect(throws: APIError.forbidden) { try await reader.repository.reportSession(report()) }
      await #expect(throws: APIError.notFound) { try await app.client.story("never") }
      do throws(APIError) {
        try await app.repository.reportSession(report("never"))
        Issue.record("A session of no story was taken")
      } catch {
        guard case .validation(let errors) = error else {
          Issue.record("\(error) is not about validation")
          return
        }
        #expect(errors.map(\.field) == ["storyId"])
      }
      #expect(await app.queue.rejected.count == 1)
    }

    @Test("Retries until a killed service is available again")
    func serviceDies() async throws {
      let stack = try Stack()
      let app = try App(stack, user: "ada")
      try await app.makeStories("s1")
      try stack.kill9("session")
      #expect(try await app.repository.reportSession(report()).session != nil)
      try stack.kill9("stats")
      #expect(try await app.repository.fetchSummary(forceRefresh: true).totalPlayCount == 1)
    }
  }
}
