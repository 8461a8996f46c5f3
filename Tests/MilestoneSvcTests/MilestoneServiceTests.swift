import API
import Domain
import Languages
import Proto
import ViewHarness
import Testing

@testable import MilestoneSvc

/// Calls the service over a socket, with the journal on another one.
@Suite struct MilestoneServiceTests {
  private func harness() async throws -> ViewHarness<MilestonesView, MilestoneAPI> {
    let harness = try await ViewHarness(
      MilestonesView.self, as: MilestoneAPI.self, now: SampleHistory.now,
      journalCalls: { router, journal in
        router.serveNow { (call: SessionAPI.SaveGoal, context) in
          try journal.checkAvailable()
          let type = try #require(GoalType(rawValue: call.type))
          try journal.append(context.requireUser(), .goals(.set(GoalSet(type: type, target: call.target))))
          return Nothing()
        }
      }, register: MilestoneRoutes.register)
    try harness.append(SampleHistory.events)
    return harness
  }

  @Test("Returns the milestones, achievements and goals")
  func figures() async throws {
    let harness = try await harness()
    let milestones = try await harness.call(MilestoneAPI.FetchMilestones()).milestones
    #expect(milestones.filter(\.isUnlocked).map(\.id) == ["stories-1", "listening-1h"])
    let achievements = try await harness.call(MilestoneAPI.FetchAchievements()).achievements
    #expect(achievements.first { $0.id == "bookworm" }?.progress == 0.1)
    let goals = try await harness.call(MilestoneAPI.FetchGoals()).goals.compactMap(\.standing)
    #expect(goals.map(\.target) == [2, 5, 7, 2] && goals[0].current == 1)
  }

  @Test("A new target is in the response and in the next read")
  func setGoal() async throws {
    let harness = try await harness()
    let written = try await harness.call(MilestoneAPI.SetGoal(type: "annualReading", target: 4))
    #expect(!written.created && written.value.target == 4 && written.value.progress == 0.25)
    #expect(try await harness.call(MilestoneAPI.FetchGoals()).goals[0].standing == written.value)
  }

  @Test("Titles, descriptions and phrases are in the language of the call")
  func languages() async throws {
    let harness = try await harness()
    let milestones = try await harness.call(MilestoneAPI.FetchMilestones(lang: .german)).milestones
    #expect(milestones[0].id == "stories-1" && milestones[0].title == "Erste Geschichte")
    let achievement = try await harness.call(MilestoneAPI.FetchAchievements(lang: .french)).achievements[1]
    #expect(achievement.title == "Rat de bibliothèque" && achievement.description == "Termine 10 livres.")
    let goals = try await harness.call(MilestoneAPI.FetchGoals(lang: .spanish)).goals.compactMap(\.standing)
    #expect(goals[0].subtitle == "Falta 1 libro" && goals[1].subtitle == "Faltan 5 culturas")
    let written = try await harness.call(MilestoneAPI.SetGoal(type: "annualReading", target: 4, lang: .german))
    #expect(written.value.subtitle == "Noch 3 Bücher")
  }

  @Test("Rejects an invalid target, naming the field, and an unknown goal")
  func wrongArguments() async throws {
    let harness = try await harness()
    for isUnavailable in [false, true] {
      harness.journal.setUnavailable(isUnavailable)
      for (type, target) in [("annualReading", 0), ("readingStreak", 10_001), ("weeklyRucks", 15)] {
        let fault = await harness.fault(MilestoneAPI.SetGoal(type: type, target: target))
        #expect(fault?.code == .invalid && fault?.fields?.map(\.field) == ["target"], "\(type)")
        let both = await harness.fault(MilestoneAPI.SetGoal(type: type, target: target, since: "1969-12-31"))
        #expect(both?.fields?.map(\.field) == ["target", "since"], "\(type)")
      }
      #expect(await harness.fault(MilestoneAPI.SetGoal(type: "weeklyPoems", target: 1))?.code == .notFound)
    }
  }

  @Test("A rebuild counts its events and changes no figure")
  func rebuild() async throws {
    let harness = try await harness()
    let before = try await harness.call(MilestoneAPI.FetchMilestones())
    #expect(
      try await harness.call(RebuildView<MilestoneAPI>()) == .init(users: 1, events: SampleHistory.events.count))
    #expect(try await harness.call(MilestoneAPI.FetchMilestones()) == before)
  }

  @Test("Rejects calls without a user, returns nothing for unknown users, and fails without the journal")
  func callers() async throws {
    let harness = try await harness()
    #expect(await harness.fault(MilestoneAPI.FetchGoals(), user: nil)?.code == .unauthenticated)
    let setting = MilestoneAPI.SetGoal(type: "annualReading", target: 4)
    #expect(await harness.fault(setting, user: nil)?.code == .unauthenticated)
    let others = try await harness.call(MilestoneAPI.FetchMilestones(), user: "bob").milestones
    #expect(others.count == Milestone.all.count && !others.contains(where: \.isUnlocked))
    harness.journal.setUnavailable(true)
    #expect(await harness.fault(MilestoneAPI.FetchMilestones())?.code == .unavailable)
    #expect(await harness.fault(MilestoneAPI.FetchAchievements())?.code == .unavailable)
    #expect(await harness.fault(setting)?.code == .unavailable)
    harness.journal.setUnavailable(false)
    #expect(
      try await harness.call(MilestoneAPI.FetchGoals()).goals[0].standing?.target == 2, "the target did not change")
  }
}

extension MilestoneAPI.ListedGoal {
  /// The goal of today.
  var standing: GoalStanding? {
    if case .current(let standing) = self { standing } else { nil }
  }
}
