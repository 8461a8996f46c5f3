import Chronology
import Domain
import Testing

@testable import DomainModels

struct RuckRulesTests {
  private let now = instant("2026-11-20T12:00:00Z")

  private func ruck(_ change: (inout Ruck) -> Void = { _ in }) -> Ruck {
    var ruck = Ruck(
      startedAt: instant("2026-11-20T06:00:00Z"), endedAt: instant("2026-11-20T08:00:00Z"), distance: 10_000,
      loadWeight: 20)
    change(&ruck)
    return ruck
  }

  private func fields(_ ruck: Ruck) -> [String] {
    do {
      _ = try RuckRules.outcome(of: ruck, known: nil, now: now)
      return []
    } catch {
      return error.violations.map(\.field)
    }
  }

  @Test("Rejects negative, non-finite and too large numbers, naming the member")
  func rejected() {
    #expect(fields(ruck()) == [])
    #expect(fields(ruck { $0.distance = -0.1 }) == ["distance"])
    #expect(fields(ruck { $0.distance = 500_000 }) == [])
    #expect(fields(ruck { $0.distance = 500_000.1 }) == ["distance"])
    #expect(fields(ruck { $0.loadWeight = 200 }) == [])
    #expect(fields(ruck { $0.loadWeight = 200.5 }) == ["loadWeight"])
    #expect(fields(ruck { $0.loadWeight = .nan }) == ["loadWeight"])
    #expect(fields(ruck { $0.calories = -1 }) == ["calories"])
    #expect(fields(ruck { $0.elevationGain = .infinity }) == ["elevationGain"])
    #expect(fields(ruck { $0.movingTime = -1 }) == ["movingTime"])
    #expect(
      fields(ruck { $0.terrain = [.init(type: .sand, distance: 1), .init(type: .road, distance: -1)] })
        == ["terrain[1].distance"])
    #expect(fields(ruck { $0.terrain = Array(repeating: .init(type: .sand, distance: 1), count: 51) }) == ["terrain"])
    #expect(
      fields(ruck { $0.weather = .init(temperature: .nan, condition: "") })
        == ["weather.temperature", "weather.condition"])
    #expect(fields(ruck { $0.id = "a/b" }) == ["id"])
    #expect(fields(ruck { ($0.distance, $0.loadWeight) = (-1, -1) }) == ["distance", "loadWeight"])
  }

  @Test("A ruck lasts at most seven days, ends at most five minutes ahead and starts in 2000 or later")
  func times() {
    #expect(fields(ruck { $0.endedAt = $0.startedAt + -1 }) == ["endedAt"])
    #expect(fields(ruck { $0.endedAt = $0.startedAt }) == [])
    #expect(fields(ruck { $0.startedAt = $0.endedAt + -(7 * 86_400) }) == [])
    #expect(fields(ruck { $0.startedAt = $0.endedAt + -(7 * 86_400 + 1) }) == ["endedAt"])
    #expect(fields(ruck { $0.endedAt = now + 300 }) == [])
    #expect(fields(ruck { $0.endedAt = now + 301 }) == ["endedAt"])
    let early = ruck { ($0.startedAt, $0.endedAt) = (Instant(seconds: 946_684_799), Instant(seconds: 946_684_900)) }
    #expect(fields(early) == ["startedAt"])
  }

  @Test("A later end replaces all members except the id; the same or an earlier end changes nothing")
  func again() throws {
    let known = ruck { ($0.id, $0.calories, $0.weather) = ("mine", 500, .init(temperature: 5, condition: "rain")) }
    let later = ruck { ($0.endedAt, $0.distance) = (known.endedAt + 60, 11_000) }
    var expected = later
    expected.id = "mine"
    #expect(try RuckRules.outcome(of: later, known: known, now: now) == .changed(from: known, to: expected))
    #expect(expected.calories == nil && expected.weather == nil)
    let same = ruck { $0.distance = 1 }
    #expect(try RuckRules.outcome(of: same, known: known, now: now) == .unchanged(known))
  }

  @Test("An edit changes given members; null clears optional ones and is rejected for the others")
  func edit() throws {
    let known = ruck { ($0.calories, $0.weather) = (500, .init(temperature: 5, condition: "rain")) }
    var edit = RuckEdit()
    edit.calories = .cleared
    edit.loadWeight = .set(25)
    edit.weather = .set(.init(temperature: .set(7)))
    let expected = ruck { ($0.loadWeight, $0.weather) = (25, .init(temperature: 7, condition: "rain")) }
    #expect(try edit.outcome(for: known, now: now) == .changed(from: known, to: expected))
    #expect(try RuckEdit().outcome(for: known, now: now) == .unchanged(known))

    var rejected = RuckEdit()
    rejected.distance = .cleared
    rejected.endedAt = .cleared
    rejected.weather = .set(.init(condition: .set("fog")))
    let rejection = #expect(throws: Rejection.self) { try rejected.outcome(for: ruck(), now: now) }
    #expect(rejection?.violations.map(\.field) == ["endedAt", "distance", "weather.temperature"])
  }

  @Test("The pace uses the moving time, or the span if that is unknown, and is nil without a distance")
  func pace() {
    // 7,200 s over 10 km are 12 minutes per kilometre; 6,000 s are 10.
    #expect(ruck().pace == 12)
    #expect(ruck { $0.movingTime = 6_000 }.pace == 10)
    #expect(ruck { $0.distance = 0 }.pace == nil)
    #expect(ruck().weightMoved == 200_000)
    // A pace on the boundary of a bucket is exact.
    #expect(Ruck.pace(seconds: 6_600, distance: 8_800) == 12.5)
    #expect(Ruck.pace(seconds: 3_888, distance: 10_800) == 6)
    #expect(Ruck.pace(seconds: 2_268, distance: 1_800) == 21)
    // The same speed over five times the distance has the same pace.
    #expect(Ruck.pace(seconds: 15_028, distance: 25_935) == Ruck.pace(seconds: 75_140, distance: 129_675))
    #expect(Ruck.pace(seconds: 369, distance: 20_904) == Ruck.pace(seconds: 2_583, distance: 146_328))
  }
}
