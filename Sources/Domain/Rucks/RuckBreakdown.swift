public import Chronology

/// The distributions of the rucks of a period, and the conditions that affect their pace.
public struct RuckBreakdown: Codable, Hashable, Sendable {
  /// Minutes per kilometre. `to` is excluded.
  public struct Bucket: Codable, Hashable, Sendable {
    public var from: Double
    public var to: Double
    public var sessions: Int
  }

  public struct Way: Codable, Hashable, Sendable {
    public var type: Terrain
    public var distance: Double
    public var averagePace: Double?
  }

  public struct Weather: Codable, Hashable, Sendable {
    public var byCondition: [Condition]
    public var temperaturePaceCorrelation: Double?
  }

  public struct Condition: Codable, Hashable, Sendable {
    public var condition: String
    public var sessions: Int
    public var averagePace: Double?
  }

  public struct Load: Codable, Hashable, Sendable {
    public var weekStart: Day
    public var averageLoad: Double
    public var maxLoad: Double
  }

  /// Conditions beyond this number are combined as "Other".
  public static let mostConditions = 200
  /// Limits the size of the reply. The most frequent paces are kept.
  public static let mostBuckets = 20_000

  public var paceDistribution: [Bucket]
  public var terrain: [Way]
  public var weather: Weather
  public var loadProgression: [Load]
  /// Kilocalories per hour, over the rucks with calories.
  public var calorieBurnRate: Double?
  /// Nil unless it was requested.
  @Omittable public var comparison: Comparison? = nil

  /// The figures of an earlier period.
  public struct Comparison: Codable, Hashable, Sendable {
    public var from: Day
    public var to: Day
    public var paceDistribution: [Bucket]
    public var terrain: [Way]
    public var weather: Weather
    public var loadProgression: [Load]
    public var calorieBurnRate: Double?

    init(_ breakdown: RuckBreakdown, of days: ClosedRange<Day>) {
      from = days.lowerBound
      to = days.upperBound
      paceDistribution = breakdown.paceDistribution
      terrain = breakdown.terrain
      weather = breakdown.weather
      loadProgression = breakdown.loadProgression
      calorieBurnRate = breakdown.calorieBurnRate
    }
  }

  init(_ tally: RuckTally) {
    paceDistribution = Self.buckets(tally.paces)
    terrain = Terrain.allCases.compactMap { type in
      tally.terrain[type].map { Way(type: type, distance: $0.distance.value, averagePace: $0.pace) }
    }
    weather = Weather(
      byCondition: Self.conditions(tally.conditions), temperaturePaceCorrelation: tally.warmth.coefficient)
    loadProgression = tally.weeks.map {
      Load(weekStart: $0.monday, averageLoad: $0.averageLoad, maxLoad: $0.maxLoad)
    }
    let hours = tally.burningSeconds.value.clampedToFinite / 3_600
    calorieBurnRate = hours > 0 ? (tally.calories.value.clampedToFinite / hours).clampedToFinite : nil
  }

  private static func buckets(_ paces: [Double: Int]) -> [Bucket] {
    var shown = Array(paces)
    if shown.count > mostBuckets {
      shown.sort { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      shown.removeLast(shown.count - mostBuckets)
    }
    return shown.sorted { $0.key < $1.key }.map { from, sessions in
      Bucket(from: from, to: (from + RuckTally.bucketMinutes).clampedToFinite, sessions: sessions)
    }
  }

  /// Sorted by descending frequency, then by name.
  private static func conditions(_ efforts: [String: RuckTally.Effort]) -> [Condition] {
    let sorted = efforts.sorted {
      $0.value.sessions != $1.value.sessions
        ? $0.value.sessions > $1.value.sessions : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    var shown = sorted.prefix(mostConditions).map {
      Condition(condition: $0.key, sessions: $0.value.sessions, averagePace: $0.value.pace)
    }
    let rest = sorted.dropFirst(mostConditions)
    if !rest.isEmpty {
      let other = rest.reduce(into: RuckTally.Effort()) { $0 += $1.value }
      shown.append(Condition(condition: "Other", sessions: other.sessions, averagePace: other.pace))
    }
    return shown
  }
}
