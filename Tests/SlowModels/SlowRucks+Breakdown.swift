package import Chronology
package import Domain

extension SlowRucks {
  package func records() -> [String: Any] {
    var result: [String: Any] = [:]
    func best(_ name: String, _ value: (Ruck) -> Double?) {
      let candidates = sorted.compactMap { ruck in value(ruck).map { (ruck, $0) } }
      guard let top = candidates.map(\.1).max(), let ruck = candidates.first(where: { $0.1 == top })?.0 else { return }
      result[name] = ["value": abs(top), "ruckId": ruck.id, "date": day(of: ruck).description]
    }
    best("longestDistance") { $0.distance }
    best("fastestPace") { $0.distance >= 1_000 ? $0.pace.map { -$0 } : nil }
    best("heaviestLoad") { $0.loadWeight }
    best("highestCalorieBurn") { $0.calories }
    best("mostWeightMoved") { $0.weightMoved }
    return result
  }

  package func breakdown(
    _ period: RuckPeriod, on today: Day, comparedWith compared: ComparedPeriod? = nil
  ) -> [String: Any] {
    let days = first(of: period, on: today)...today
    guard let compared, period != .allTime else { return breakdown(of: days) }
    return breakdown(of: days, or: compared.slowDays(days, previous: previous(period, days)))
  }

  package func breakdown(of days: ClosedRange<Day>, comparedWith compared: ComparedPeriod) -> [String: Any] {
    breakdown(of: days, or: compared.slowDays(days, previous: previous(days)))
  }

  private func breakdown(of days: ClosedRange<Day>, or other: ClosedRange<Day>) -> [String: Any] {
    let bounds = ["from": other.lowerBound.description, "to": other.upperBound.description]
    return breakdown(of: days).merging(["comparison": breakdown(of: other).merging(bounds) { $1 }]) { $1 }
  }

  package func breakdown(of days: ClosedRange<Day>) -> [String: Any] {
    let rucks = rucks(from: days.lowerBound, to: days.upperBound)
    let buckets = Set(rucks.compactMap(\.pace).map { Int(($0 * 2).rounded(.down)) }).sorted().map { bucket in
      let from = Double(bucket) / 2
      let count = rucks.filter { $0.pace.map { from <= $0 && $0 < from + 0.5 } ?? false }.count
      return ["from": from, "to": from + 0.5, "sessions": count] as [String: Any]
    }
    let ways = Terrain.allCases.compactMap { type -> [String: Any]? in
      let segments = rucks.flatMap { ruck in
        (ruck.terrain ?? []).filter { $0.type == type }.map { (ruck.pace, $0.distance) }
      }
      guard !segments.isEmpty else { return nil }
      var way: [String: Any] = ["type": type.rawValue, "distance": segments.reduce(0) { $0 + $1.1 }]
      let paced = segments.filter { $0.0 != nil }
      let weight = paced.reduce(0) { $0 + $1.1 }
      if weight > 0 { way["averagePace"] = paced.reduce(0) { $0 + ($1.0 ?? 0) * $1.1 } / weight }
      return way
    }
    let byCondition = Dictionary(grouping: rucks.filter { $0.weather != nil }) { $0.weather?.condition ?? "" }
    let conditions = byCondition.sorted {
      $0.value.count != $1.value.count
        ? $0.value.count > $1.value.count
        : Array($0.key.utf8).lexicographicallyPrecedes(
          Array($1.key.utf8))
    }.map { name, rucks in
      var condition: [String: Any] = ["condition": name, "sessions": rucks.count]
      condition["averagePace"] = pace(rucks)
      return condition
    }
    let pairs = rucks.compactMap { ruck in ruck.weather.flatMap { w in ruck.pace.map { (w.temperature, $0) } } }
    var weather: [String: Any] = ["byCondition": conditions]
    weather["temperaturePaceCorrelation"] = Self.pearson(pairs)
    let loads = Set(rucks.map { week(of: $0) }).sorted().map { monday in
      let loads = rucks.filter { week(of: $0) == monday }.map(\.loadWeight)
      return [
        "weekStart": monday.description, "averageLoad": loads.reduce(0, +) / Double(loads.count),
        "maxLoad": loads.max() ?? 0,
      ] as [String: Any]
    }
    var result: [String: Any] = [
      "paceDistribution": buckets, "terrain": ways, "weather": weather, "loadProgression": loads,
    ]
    let burning = rucks.filter { $0.calories != nil }
    let hours = sum(burning) { $0.seconds / 3_600 }
    if hours > 0 { result["calorieBurnRate"] = sum(burning) { $0.calories ?? 0 } / hours }
    return result
  }

  /// In two passes.
  static func pearson(_ pairs: [(Double, Double)]) -> Double? {
    guard pairs.count >= 3 else { return nil }
    let count = Double(pairs.count)
    let (meanX, meanY) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    let x = pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    let y = pairs.reduce(0) { $0 + ($1.1 - meanY) * ($1.1 - meanY) }
    guard x / count > 1e-12 * meanX * meanX, y / count > 1e-12 * meanY * meanY else { return nil }
    return pairs.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / (x * y).squareRoot()
  }

  /// Divides a ruck evenly over the seconds of its span.
  package func minutes(on day: Day) -> Double {
    let (from, to) = (calendar.start(of: day), calendar.start(of: day + 1))
    let seconds = sum(sorted) { ruck in
      let span = ruck.endedAt - ruck.startedAt
      guard span > 0 else { return self.day(of: ruck) == day ? ruck.seconds : 0 }
      let overlap = min(ruck.endedAt, to) - max(ruck.startedAt, from)
      return overlap > 0 ? ruck.seconds * Double(overlap) / Double(span) : 0
    }
    return seconds / 60
  }
}
