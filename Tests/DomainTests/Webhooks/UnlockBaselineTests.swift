import Chronology
import Testing

@testable import Domain

@Suite struct UnlockBaselineTests {
  private let now = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)
  private let today = Day(year: 2026, month: 11, day: 20)
  private let old = Instant("2020-01-01T00:00:00Z") ?? Instant(seconds: 0)

  private func standings(hours: Instant? = nil, rucks: Int = 0, streak: Int = 0) -> UnlockStandings {
    let milestones = Milestone.all.filter { $0.id == "listening-1h" || $0.id == "listening-5h" }.map { milestone in
      MilestoneStanding(
        milestone: milestone, currentValue: 0, unlockedAt: milestone.id == "listening-1h" ? hours : nil)
    }
    func goal(_ type: GoalType, _ current: Int, _ target: Int) -> GoalStanding {
      GoalStanding(
        type: type, target: target, current: current, progress: 0, remaining: 0, subtitle: "", onTrack: true,
        projectedDate: nil)
    }
    return UnlockStandings(
      milestones: milestones, achievements: [], goals: [goal(.weeklyRucks, rucks, 2), goal(.readingStreak, streak, 7)])
  }

  private func take(
    _ baseline: inout UnlockBaseline, _ standings: UnlockStandings, _ causes: [UnlockCause], on day: Day? = nil
  ) -> [WebhookEvent] {
    baseline.takeNew(standings, after: causes, on: day ?? today, now: now).map(\.event)
  }

  @Test("Reports what is new once, and not what was there")
  func once() {
    var baseline = UnlockBaseline(standings(rucks: 2), on: today)
    let cause = [UnlockCause(.listening, at: now)]
    #expect(take(&baseline, standings(rucks: 2), cause + [UnlockCause(.rucks, at: now)]) == [])
    #expect(take(&baseline, standings(hours: now, rucks: 2), cause) == [.milestoneUnlocked])
    #expect(take(&baseline, standings(hours: now, rucks: 2), cause) == [])
  }

  @Test("An import of years reports nothing, also later")
  func imported() {
    var baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(hours: now), [UnlockCause(.listening, at: old)]) == [])
    #expect(take(&baseline, standings(hours: now), [UnlockCause(.listening, at: now)]) == [])
  }

  @Test("Facts of another subject cause nothing")
  func subjects() {
    var baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(hours: now, rucks: 2), [UnlockCause(.reading, at: now)]) == [])
  }

  @Test("If old and new facts came together, the date of the unlock decides, and the last fact about a goal")
  func mixed() {
    let causes = [UnlockCause(.listening, at: old), UnlockCause(.listening, at: now)]
    var baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(hours: now), causes) == [.milestoneUnlocked])
    baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(hours: old), causes) == [])
    let rucks = [UnlockCause(.rucks, at: old), UnlockCause(.rucks, at: now)]
    baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(rucks: 2), rucks) == [.goalReached])
    baseline = UnlockBaseline(standings(), on: today)
    #expect(take(&baseline, standings(rucks: 2), rucks.reversed()) == [])
  }

  @Test("A goal is reported once per period, a streak once until it ends")
  func periods() {
    var baseline = UnlockBaseline(standings(), on: today)
    let cause = [UnlockCause(.rucks, at: now), UnlockCause(.reading, at: now)]
    #expect(take(&baseline, standings(rucks: 2), cause) == [.goalReached])
    #expect(take(&baseline, standings(rucks: 1), cause) == [])
    #expect(take(&baseline, standings(rucks: 2), cause) == [])
    #expect(take(&baseline, standings(rucks: 2), cause, on: today + 7) == [.goalReached])
    #expect(take(&baseline, standings(streak: 7), cause) == [.goalReached])
    #expect(take(&baseline, standings(streak: 8), cause, on: today + 1) == [])
    #expect(take(&baseline, standings(streak: 0), cause, on: today + 3) == [])
    #expect(take(&baseline, standings(streak: 7), cause, on: today + 9) == [.goalReached])
  }
}
