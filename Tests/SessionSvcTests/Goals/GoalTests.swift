import API
import Chronology
import Domain
import Proto
import Service
import Testing

@testable import SessionSvc

struct GoalTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  @Test("A new target appends an event with the old one, and the same target appends none")
  func setting() async throws {
    for target in [24, 24, 30] {
      _ = try await rig.handlers.saveGoal(.init(type: "annualReading", target: target), ada)
    }
    // The default can be set like any other target.
    _ = try await rig.handlers.saveGoal(.init(type: "readingStreak", target: 7), ada)
    #expect(
      try await rig.events().dropFirst() == [
        .goals(.set(GoalSet(type: .annualReading, target: 24, since: rig.clock.now))),
        .goals(.set(GoalSet(type: .annualReading, target: 30, old: 24, since: rig.clock.now))),
        .goals(.set(GoalSet(type: .readingStreak, target: 7, since: rig.clock.now))),
      ])
  }

  @Test("A target counts since a day in the user's zone, or always")
  func since() async throws {
    _ = try await rig.handlers.saveProfile(.init(timezone: "America/New_York"), ada)
    _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: 3, since: "2026-11-02"), ada)
    _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: 3), ada)
    _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: 3, since: "always"), ada)
    #expect(
      try await rig.events().dropFirst(2) == [
        .goals(.set(GoalSet(type: .weeklyRucks, target: 3, since: at("2026-11-02T05:00:00Z")))),
        .goals(.set(GoalSet(type: .weeklyRucks, target: 3, old: 3))),
      ])
    for since in ["2026-11-21", "1969-12-31", "yesterday", "2026-11-02T00:00:00Z"] {
      let rejected = await fault {
        _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: 4, since: since), ada)
      }
      #expect(rejected?.code == .invalid && rejected?.fields?.map(\.field) == ["since"], "\(since)")
    }
  }

  @Test("A wrong target and a wrong moment are reported together", arguments: ["2026-11-22", "1969-12-31", "soon"])
  func allViolations(since: String) async throws {
    let rejected = await fault {
      _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: 15, since: since), ada)
    }
    #expect(rejected?.fields?.map(\.field) == ["target", "since"])
    let profile = SessionAPI.SaveProfile(dayStart: 7, since: since)
    #expect(profile.violations(now: rig.clock.now, Zones()).map(\.field) == ["dayStart", "since"])
  }

  @Test("Targets over time survive another host, an audit and a repair")
  func history() async throws {
    for target in [3, 5, 7] {
      rig.clock.now = rig.clock.now + 3_600
      _ = try await rig.handlers.saveGoal(.init(type: "weeklyRucks", target: target), ada)
    }
    _ = try await rig.handlers.clearGoal(.init(type: "weeklyRucks"), ada)
    let audit = JournalAudit(database: rig.database)
    #expect(try await audit.findings(of: "ada", now: rig.clock.now)?.rows == [])
    // The default applies again, so clearing changes nothing.
    let count = try await rig.events().count
    _ = try await rig.handlers.clearGoal(.init(type: "weeklyRucks"), ada)
    #expect(try await rig.events().count == count)
  }

  @Test("Clearing appends an event only if a target was set")
  func clearing() async throws {
    _ = try await rig.handlers.clearGoal(.init(type: "culturalDiversity"), ada)
    #expect(try await rig.events().count == 1)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 9), ada)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 3), CallerContext(user: "bo"))
    for _ in 0..<2 { _ = try await rig.handlers.clearGoal(.init(type: "culturalDiversity"), ada) }
    #expect(
      try await rig.events().last
        == .goals(.cleared(GoalCleared(type: .culturalDiversity, old: 9, since: rig.clock.now))))
    #expect(try await rig.events().count == 3)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 4), ada)
    #expect(
      try await rig.events().last == .goals(.set(GoalSet(type: .culturalDiversity, target: 4, since: rig.clock.now))))
    #expect(
      try await rig.events("bo").last
        == .goals(.set(GoalSet(type: .culturalDiversity, target: 3, since: rig.clock.now))))
  }

  @Test("An unknown goal is not found, and a target out of range is reported", arguments: [0, -1, 10_001])
  func rejections(target: Int) async throws {
    let rejected = await fault {
      _ = try await rig.handlers.saveGoal(.init(type: "annualReading", target: target), ada)
    }
    #expect(rejected?.code == .invalid && rejected?.fields?.map(\.field) == ["target"])
    let unknown = await fault { _ = try await rig.handlers.saveGoal(.init(type: "weekly", target: 1), ada) }
    #expect(unknown?.code == .notFound)
    let cleared = await fault { _ = try await rig.handlers.clearGoal(.init(type: "AnnualReading"), ada) }
    #expect(cleared?.code == .notFound)
    #expect(try await rig.head().seq == 0)
  }

  @Test("Accepts the greatest and the least target", arguments: [1, 10_000])
  func bounds(target: Int) async throws {
    _ = try await rig.handlers.saveGoal(.init(type: "annualReading", target: target), ada)
    #expect(
      try await rig.events().last == .goals(.set(GoalSet(type: .annualReading, target: target, since: rig.clock.now))))
  }
}
