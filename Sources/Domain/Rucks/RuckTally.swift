import Chronology

/// The sums of rucks, added in the order of their starts. Tallies of adjacent spans are also added in that order;
/// nothing is ever subtracted.
struct RuckTally: Sendable {
  struct Way: Hashable, Sendable {
    var distance = DecimalSum()
    /// The metres of rucks that have a pace, and the sum of the paces times the metres.
    var weight = DecimalSum()
    var weightedPace = DecimalSum()
  }

  struct Effort: Hashable, Sendable {
    var sessions = 0
    var seconds = DecimalSum()
    var distance = DecimalSum()
  }

  private(set) var effort = Effort()
  private(set) var weightMoved = DecimalSum()
  private(set) var load = DecimalSum()
  /// The sums of the rucks with calories.
  private(set) var calories = DecimalSum()
  private(set) var burningSeconds = DecimalSum()
  /// Rucks by the lower bound of their half minute of pace.
  private(set) var paces: [Double: Int] = [:]
  private(set) var terrain: [Terrain: Way] = [:]
  private(set) var conditions: [String: Effort] = [:]
  private(set) var warmth = Correlation()
  private(set) var weeks: [RuckWeek] = []
  /// Rucks by local hour of their start.
  private(set) var hours = [Int](repeating: 0, count: 24)
  /// The first second after the last of `weeks`.
  private var endOfWeek = Int64.min

  static let bucketMinutes = 0.5

  mutating func add(_ row: RuckRow, in calendar: LocalCalendar) {
    effort.add(row)
    hours[calendar.hour(of: Instant(seconds: row.startedAt))] += 1
    weightMoved += row.weightMoved
    load += row.load
    if let burnt = row.calories {
      calories += burnt
      burningSeconds += row.seconds
    }
    let pace = row.pace
    if let pace { paces[Self.bucket(of: pace), default: 0] += 1 }
    if row.startedAt >= endOfWeek {
      let monday = calendar.day(of: Instant(seconds: row.startedAt)).startOfWeek
      if weeks.last?.monday != monday { weeks.append(RuckWeek(monday: monday)) }
      endOfWeek = calendar.start(of: monday + 7).seconds
    }
    weeks[weeks.count - 1].add(row)
    guard let extras = row.extras else { return }
    for segment in extras.terrain { terrain[segment.type, default: Way()].add(segment, pace: pace) }
    if let weather = extras.weather {
      conditions[weather.condition, default: Effort()].add(row)
      if let pace { warmth.add(weather.temperature, pace) }
    }
  }

  /// Returns the lower bound of the half minute, or the pace itself if it is too large to be exact.
  private static func bucket(of pace: Double) -> Double {
    let bucket = (pace / bucketMinutes).rounded(.down) * bucketMinutes
    return bucket.isFinite ? bucket : pace
  }

  /// `other` contains later rucks.
  mutating func add(_ other: RuckTally) {
    effort += other.effort
    for hour in hours.indices { hours[hour] += other.hours[hour] }
    weightMoved += other.weightMoved
    load += other.load
    calories += other.calories
    burningSeconds += other.burningSeconds
    paces.merge(other.paces, uniquingKeysWith: +)
    for (type, way) in other.terrain { terrain[type, default: Way()] += way }
    for (condition, effort) in other.conditions { conditions[condition, default: Effort()] += effort }
    warmth.add(other.warmth)
    weeks.append(other.weeks)
    endOfWeek = max(endOfWeek, other.endOfWeek)
  }

  var approximateBytes: Int {
    512 + paces.count * 32 + terrain.count * 48 + conditions.count * 96 + weeks.count * MemoryLayout<RuckWeek>.stride
  }
}

extension RuckTally.Effort {
  var pace: Double? { Ruck.pace(seconds: seconds.value.clampedToFinite, distance: distance.value) }

  mutating func add(_ row: RuckRow) {
    sessions += 1
    seconds += row.seconds
    distance += row.distance
  }

  static func += (left: inout Self, right: Self) {
    left.sessions += right.sessions
    left.seconds += right.seconds
    left.distance += right.distance
  }
}

extension RuckTally.Way {
  /// The mean of the rucks' paces, weighted by the length of their segments.
  var pace: Double? { weight.value > 0 ? (weightedPace.value / weight.value).clampedToFinite : nil }

  mutating func add(_ segment: RuckSegment, pace: Double?) {
    distance += segment.distance
    guard let pace else { return }
    weight += segment.distance
    weightedPace += pace * segment.distance
  }

  static func += (left: inout Self, right: Self) {
    left.distance += right.distance
    left.weight += right.weight
    left.weightedPace += right.weightedPace
  }
}
