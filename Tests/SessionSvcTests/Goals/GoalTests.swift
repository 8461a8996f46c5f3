import API
import Domain
import Proto
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
        .goals(.set(GoalSet(type: .annualReading, target: 24))),
        .goals(.set(GoalSet(type: .annualReading, target: 30, old: 24))),
        .goals(.set(GoalSet(type: .readingStreak, target: 7))),
      ])
  }

  @Test("Clearing appends an event only if a target was set")
  func clearing() async throws {
    _ = try await rig.handlers.clearGoal(.init(type: "culturalDiversity"), ada)
    #expect(try await rig.events().count == 1)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 9), ada)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 3), CallerContext(user: "bo"))
    for _ in 0..<2 { _ = try await rig.handlers.clearGoal(.init(type: "culturalDiversity"), ada) }
    #expect(try await rig.events().last == .goals(.cleared(GoalCleared(type: .culturalDiversity, old: 9))))
    #expect(try await rig.events().count == 3)
    _ = try await rig.handlers.saveGoal(.init(type: "culturalDiversity", target: 4), ada)
    #expect(try await rig.events().last == .goals(.set(GoalSet(type: .culturalDiversity, target: 4))))
    #expect(try await rig.events("bo").last == .goals(.set(GoalSet(type: .culturalDiversity, target: 3))))
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
    #expect(try await rig.events().last == .goals(.set(GoalSet(type: .annualReading, target: target))))
  }
}
