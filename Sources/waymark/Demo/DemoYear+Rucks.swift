import Chronology
import Domain
import Glibc

/// Rucks: twice a week, with increasing distance and load, in the weather of the season.
extension DemoYear {
  private static let subject: UInt64 = 5
  /// No ruck is skipped within this many days before today.
  private static let regularDays = 70

  mutating func walk() {
    for daysAgo in (1..<Self.days).reversed() where [1, 4].contains(daysAgo % 7) {
      var random = DemoRandom(Self.subject, daysAgo)
      let isLeftOut = random.happens(7) && daysAgo > Self.regularDays
      guard !isLeftOut, !Self.holiday.contains(daysAgo) else { continue }
      let ruck = ruck(daysAgo, &random)
      if ruck.endedAt <= now { rucks.append(ruck) }
    }
  }

  private func ruck(_ daysAgo: Int, _ random: inout DemoRandom) -> Ruck {
    let progress = Double(Self.days - daysAgo) / Double(Self.days)
    let distance = Double((4_200 + Int(3_600 * progress) + random.number(-500...900)) / 10 * 10)
    let load = (2 * (8 + 8 * progress)).rounded() / 2
    let temperature = temperature(daysAgo, &random)
    let condition =
      temperature < 0 ? "snow" : ["clear", "clear", "cloudy", "cloudy", "rain"][random.number(0...4)]
    // The pace in tenths of a minute per kilometre.
    let isSlow = condition == "rain" || condition == "snow"
    let pace = 112 - Int(14 * progress) + random.number(-3...5) + (isSlow ? 4 : 0)
    let moving = Int(distance) * pace * 6 / 1_000
    let start = at(daysAgo, minute: 390 + random.number(0...45))
    let onTrail = (distance * Double(random.number(4...8)) / 10).rounded()
    let first: Terrain = condition == "snow" ? .snow : [.trail, .trail, .gravel, .grass][random.number(0...3)]
    return Ruck(
      startedAt: start, endedAt: start + Int64(moving + 60 * random.number(1...7)), distance: distance,
      loadWeight: load, calories: (distance / 1_000 * (52 + 2.4 * load)).rounded(),
      elevationGain: Double(random.number(20...190)), movingTime: Double(moving),
      terrain: [RuckSegment(type: first, distance: onTrail), RuckSegment(type: .road, distance: distance - onTrail)],
      weather: RuckWeather(temperature: temperature, condition: condition))
  }

  /// The temperature, coldest in the middle of January, rounded to a tenth of a degree.
  private func temperature(_ daysAgo: Int, _ random: inout DemoRandom) -> Double {
    let day = Day(number: today.number - Int32(daysAgo))
    let ofYear = Int(day.number - Day(year: day.civil.year, month: 1, day: 1).number)
    let mean = 9 - 9.5 * cos(2 * Double.pi * Double(ofYear - 15) / 365)
    return (10 * mean + Double(random.number(-40...40))).rounded() / 10
  }
}
