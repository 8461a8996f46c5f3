import Foundation
import Testing
import WaymarkClient

extension SystemTests {
  @Suite("Client library: offline")
  struct ClientOfflineTests {
    /// Midnight of a day more than a week ago.
    private let start = Date(
      timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400 - 9 * 86_400)

    /// Four sessions on each of seven days, some over midnight.
    private var week: [SessionReport] {
      (0..<28).map { number in
        let begin = start + Double(number / 4) * 86_400 + [25_200, 45_000, 72_000, 86_100][number % 4]
        let seconds = Double(300 + 60 * (number % 7))
        return SessionReport(
          storyId: "s\(1 + number % 2)", startedAt: begin, endedAt: begin + seconds, completed: number % 3 > 0,
          duration: seconds)
      }
    }

    private func figures(_ app: App) async throws -> [String] {
      let repository = app.repository
      return [
        "\(try await repository.fetchSummary(forceRefresh: true).value)",
        "\(try await repository.fetchActivity(range: .month, forceRefresh: true).value)",
        "\(try await repository.fetchHeroes(forceRefresh: true).value)",
        "\(try await repository.fetchInsights(forceRefresh: true).value)",
        "\(try await app.client.sessions(limit: 200).items)",
      ]
    }

    @Test("A week of offline sessions, uploaded in any order and twice, gives the same figures as direct reports")
    func week() async throws {
      let stack = try Stack()
      let online = try App(stack, user: "online")
      try await online.makeStories("s1", "s2")
      for report in week { try await online.repository.reportSession(report) }
      let expected = try await figures(online)

      let offline = try App(stack, user: "offline")
      try await offline.makeStories("s1", "s2")
      offline.network.setOffline(true)
      for report in week.shuffled() {
        // Report the first half of each session before the whole, as a player does.
        let half = SessionReport(
          storyId: report.storyId, startedAt: report.startedAt, endedAt: report.startedAt + 120,
          completed: report.completed, duration: 120)
        #expect(try await offline.repository.reportSession(half) == .queued)
        #expect(try await offline.repository.reportSession(report) == .queued)
      }

      let restarted = try App(stack, user: "offline", folder: offline.folder)
      #expect(await restarted.queue.pending.count == 28)
      restarted.network.loseResponses(1)
      #expect(try await restarted.repository.uploadPending() == UploadSummary(uploaded: 28))
      #expect(try await figures(restarted) == expected)

      let twice = try await restarted.client.recordSessions(week.shuffled())
      #expect(twice.map(\.status) == Array(repeating: 200, count: 28))
      #expect(try await figures(restarted) == expected)
    }

    @Test("Uploads several batches and keeps rejected sessions")
    func batches() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      app.network.setOffline(true)
      for number in 0..<520 {
        let begin = start + Double(number) * 900
        let story = number % 100 == 7 ? "gone" : "s1"
        let report = SessionReport(storyId: story, startedAt: begin, endedAt: begin + 60, completed: true)
        try await app.queue.enqueue(report)
      }
      app.network.setOffline(false)
      #expect(try await app.repository.uploadPending() == UploadSummary(uploaded: 514, rejected: 6))
      #expect(try await app.repository.fetchSummary().totalPlayCount == 514)
      #expect(await app.queue.rejected.allSatisfy { $0.errors.map(\.field) == ["storyId"] })
    }

    @Test("A late upload repairs a streak and unlocks a milestone")
    func lateUpload() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      func day(_ number: Int) -> SessionReport {
        let begin = start + Double(number) * 86_400 + 36_000
        return SessionReport(storyId: "s1", startedAt: begin, endedAt: begin + 60, completed: true)
      }
      for number in [0, 1, 2, 4, 5, 6] { try await app.repository.reportSession(day(number)) }
      #expect(try await app.repository.fetchSummary().longestStreak == 3)
      app.network.setOffline(true)
      try await app.repository.reportSession(day(3))
      app.network.setOffline(false)
      try await app.repository.uploadPending()
      #expect(try await app.repository.fetchSummary().longestStreak == 7)
      let streak = try await app.repository.fetchMilestones().value.first { $0.id == "streak-7" }
      #expect(streak?.isUnlocked == true)
      #expect(streak?.unlockedAt == day(6).endedAt)
    }

    @Test("Returns last known values offline and after a restart, until the network returns")
    func lastKnown() async throws {
      let stack = try Stack()
      let app = try App(stack, user: "ada")
      try await app.makeStories("s1")
      let live = try await app.repository.fetchSummary()
      let restarted = try App(stack, user: "ada", folder: app.folder)
      restarted.network.setOffline(true)
      let known = try await restarted.repository.fetchSummary()
      #expect(known.isOffline)
      #expect(known.value == live.value)
      await #expect(throws: APIError.networkUnavailable) { try await restarted.repository.fetchInsights() }
      restarted.network.setOffline(false)
      #expect(try await restarted.repository.fetchSummary().freshness == .live)
    }

    @MainActor
    @Test("A screen loads, refreshes, shows its offline time, and recovers with retry")
    func model() async throws {
      let app = try App(try Stack(), user: "ada")
      let model = ReadingJourneyModel(repository: app.repository)
      app.network.setOffline(true)
      await model.load()
      #expect(model.summary == .failed(.networkUnavailable, previous: nil))
      app.network.setOffline(false)
      await model.retry()
      #expect(model.summary.value?.totalStories == 0)
      #expect(model.milestones.value?.count == 9)

      // Another device writes. Only a refresh shows it immediately.
      let other = try App(app.stack, user: "ada")
      try await other.makeStories("s1")
      await model.load()
      #expect(model.summary.value?.totalStories == 0)
      await model.refresh()
      #expect(model.summary.value?.totalStories == 1)
      #expect(model.heroes.value?.map(\.heroName) == ["Ada"])

      app.network.setOffline(true)
      await model.refresh()
      #expect(model.offlineSince != nil)
      #expect(model.summary.value?.totalStories == 1)
      app.network.setOffline(false)
      await model.refresh()
      #expect(model.offlineSince == nil)
    }

    @Test("Player events arrive as one session with the seconds listened")
    func player() async throws {
      let app = try App(try Stack(), user: "ada")
      try await app.makeStories("s1")
      let hands = ManualClock(wall: start + 40_000)
      let reporter = SessionReporter(time: hands.source) { [repository = app.repository] report in
        _ = try? await repository.reportSession(report)
      }
      reporter.play(storyId: "s1")
      hands.move(bySeconds: 60)
      reporter.enterBackground()
      hands.move(bySeconds: 30)
      reporter.pause()
      hands.move(bySeconds: 120)
      reporter.resume()
      hands.move(bySeconds: 10)
      reporter.finish()
      await reporter.flush()
      let session = try #require(try await app.client.sessions().items.first)
      #expect(session.duration == 100)
      #expect(session.endedAt.timeIntervalSince(session.startedAt) == 220)
      #expect(session.completed)
      #expect(try await app.repository.fetchSummary().totalPlayCount == 1)
    }
  }
}
