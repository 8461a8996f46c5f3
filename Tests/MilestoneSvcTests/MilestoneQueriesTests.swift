import API
import Domain
import Proto
import Service
import Testing

@testable import MilestoneSvc

@Suite struct MilestoneQueriesTests {
  private let now = SampleHistory.now

  private func view() -> MilestonesView {
    var view = MilestonesView()
    for event in SampleHistory.events { view.apply(event, zones: Zones()) }
    return view
  }

  @Test("Returns the milestones with the time of unlocking")
  func milestones() {
    var view = view()
    let milestones = MilestoneQueries.milestones(.init(), &view, now).milestones
    #expect(milestones.map(\.id) == Milestone.all.map(\.id))
    let unlocked = milestones.filter(\.isUnlocked)
    #expect(unlocked.map(\.id) == ["stories-1", "listening-1h"])
    #expect(
      unlocked.map(\.unlockedAt) == [
        SampleHistory.at("2026-11-02T08:00:00Z"), SampleHistory.at("2026-11-20T10:30:00Z"),
      ])
    #expect(milestones.first { $0.id == "streak-7" }?.currentValue == 2)
  }

  @Test("Returns the achievements with their progress")
  func achievements() throws {
    var view = view()
    let achievements = MilestoneQueries.achievements(.init(), &view, now).achievements
    #expect(achievements.filter(\.isUnlocked).map(\.id) == ["first-steps"])
    let bookworm = try #require(achievements.first { $0.id == "bookworm" })
    #expect(bookworm.currentValue == 1 && bookworm.threshold == 10 && bookworm.progress == 0.1)
  }

  @Test("Returns the goals with set and default targets")
  func goals() throws {
    var view = view()
    let reply = try MilestoneQueries.goals(.init())(&view, now)
    #expect(reply.year == nil)
    let goals = reply.goals.compactMap(\.standing)
    #expect(goals.map(\.type) == [.annualReading, .culturalDiversity, .readingStreak, .weeklyRucks])
    #expect(goals.map(\.target) == [2, 5, 7, 2])
    #expect(goals[0].current == 1 && goals[0].progress == 0.5 && goals[0].remaining == 1)
    #expect(goals[0].subtitle == "1 book remaining" && !goals[0].onTrack)
  }

  @Test("Returns the goals of a year with the targets of that year")
  func goalsOfYear() throws {
    var view = view()
    let reply = try MilestoneQueries.goals(.init(year: 2025))(&view, now)
    #expect(reply.year == 2025)
    #expect(
      reply.goals == [
        .ofYear(GoalOfYear(type: .annualReading, target: 2, current: 0, progress: 0, reached: false)),
        .ofYear(GoalOfYear(type: .culturalDiversity, target: 5, current: 0, progress: 0, reached: false)),
      ])
    #expect(throws: Fault.self) { try MilestoneQueries.goals(.init(year: 0)) }
  }
}
