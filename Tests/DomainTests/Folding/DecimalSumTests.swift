import Chronology
import Foundation
import SeededRandom
import Testing

@testable import Domain
@testable import DomainModels

struct DecimalSumTests {
  @Test(
    "Sums of decimals equal those computed by hand",
    arguments: [
      ([0.1, 0.2], 0.3), ([0.1, 0.1, 0.1], 0.3), ([0.7, 0.1], 0.8), ([1.1, 2.2, 3.3], 6.6), ([], 0), ([-0.1, 0.1], 0),
      ([1e300, 1, -1e300], 1), ([1e9, 0.000001], 1_000_000_000.000001), ([1e16, 1, 1], 10_000_000_000_000_002),
    ] as [([Double], Double)])
  func byHand(numbers: [Double], sum: Double) {
    #expect(DecimalSum(numbers).value == sum)
    #expect(DecimalSum(numbers.reversed()).value == sum)
  }

  @Test("Sums of decimals are exact, at once or in pieces", arguments: UInt64(1)...20)
  func decimals(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for places in 0...6 {
      let unit = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][places]
      let whole = (0..<Int.random(in: 1...4_000, using: &random)).map { _ in
        Int.random(in: 0...(9_999 * unit), using: &random)
      }
      let numbers = whole.map { Double($0) / Double(unit) }
      let expected = Double(whole.reduce(0, +)) / Double(unit)
      #expect(DecimalSum(numbers).value == expected, "seed \(seed)")
      var pieces = DecimalSum()
      for start in stride(from: 0, to: numbers.count, by: 37) {
        pieces += DecimalSum(numbers[start..<min(start + 37, numbers.count)])
      }
      #expect(pieces.value == expected, "seed \(seed)")
    }
  }

  /// With decimals of 38 digits.
  private static func slow(_ numbers: [Double]) -> Double {
    let sum = numbers.reduce(Decimal(0)) { $0 + (Decimal(string: String(format: "%.20f", $1)) ?? 0) }
    return Double("\(sum)") ?? 0
  }

  @Test("Sums of any numbers are exact to one unit in the last place", arguments: UInt64(1)...20)
  func anything(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let numbers = (0..<500).map { place in
      place.isMultiple(of: 3)
        ? Double(Int.random(in: 0...9_999, using: &random)) / 10
        : Double.random(in: 0...1_000, using: &random)
    }
    let (found, expected) = (DecimalSum(numbers).value, Self.slow(numbers))
    #expect(abs(found - expected) <= expected.ulp, "seed \(seed): \(found), \(expected)")
  }

  @Test("Sums beyond the greatest double are infinite and never NaN")
  func endless() {
    let greatest = Double.greatestFiniteMagnitude
    #expect(DecimalSum([greatest, greatest]).value == .infinity)
    #expect(DecimalSum([greatest, greatest, 0.1, 1.0 / 3]).value == .infinity)
    var many = DecimalSum()
    for _ in 0..<20_000 { many += 1e9 }
    #expect(many.value == 2e13)
    var sum = DecimalSum([greatest, greatest])
    sum += DecimalSum([greatest, greatest, 1])
    #expect(sum.value == .infinity)
  }

  @Test("Totals of listening and rucks equal those computed by hand")
  func totals() throws {
    var view = StatsView()
    let start = instant("2026-03-01T06:00:00Z")
    view.apply(
      .catalogue(
        .storySaved(
          StorySaved(
            story: Story(id: "s", title: "S", heroId: "h", estimatedDuration: 3_600.1, createdAt: start)))),
      zones: TestZones.shared)
    view.apply(.catalogue(.heroSaved(HeroSaved(hero: Hero(id: "h", name: "H")))), zones: TestZones.shared)
    for number in 0..<700 {
      let at = start + Int64(number) * 3_600
      view.apply(
        .listening(
          .recorded(
            ListeningRecorded(
              session: ListeningSession(
                storyId: "s", startedAt: at, endedAt: at + 1_800, completed: true, duration: 1_440.7)))),
        zones: TestZones.shared)
      view.apply(
        .rucks(
          .recorded(
            RuckRecorded(
              ruck: Ruck(
                startedAt: at, endedAt: at + 1_800, distance: 4_321.9, loadWeight: 20.1, calories: 300.3,
                movingTime: 1_700.3)))),
        zones: TestZones.shared)
    }
    let now = instant("2026-03-31T12:00:00Z")
    #expect(view.summary(now: now).totalListeningTime == 1_008_490)
    #expect(view.heroes().first?.totalListeningTime == 1_008_490)
    let analytics = view.ruckAnalytics(of: .allTime, now: now)
    #expect(analytics.totalDistance == 3_025_330 && analytics.totalCalories == 210_210)
    #expect(analytics.totalDuration == 1_190_210 && analytics.averageLoad == 20.1)
  }
}
