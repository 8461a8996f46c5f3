/// The best ruck of each kind. In a tie it is the earliest, because rucks are added in the order of their starts.
struct RuckBests: Hashable, Sendable {
  struct Best: Hashable, Sendable {
    var value: Double
    var startedAt: Int64
    var id: String
  }

  /// The pace of shorter rucks is not meaningful.
  static let leastDistanceOfPace = 1_000.0

  private(set) var longestDistance: Best?
  private(set) var fastestPace: Best?
  private(set) var heaviestLoad: Best?
  private(set) var highestCalorieBurn: Best?
  private(set) var mostWeightMoved: Best?

  mutating func add(_ row: RuckRow) {
    Self.offer(row.distance, of: row, to: &longestDistance, >)
    if row.distance >= Self.leastDistanceOfPace, let pace = row.pace {
      Self.offer(pace, of: row, to: &fastestPace, <)
    }
    Self.offer(row.load, of: row, to: &heaviestLoad, >)
    if let calories = row.calories { Self.offer(calories, of: row, to: &highestCalorieBurn, >) }
    Self.offer(row.weightMoved, of: row, to: &mostWeightMoved, >)
  }

  /// `other` contains later rucks.
  mutating func add(_ other: RuckBests) {
    Self.offer(other.longestDistance, to: &longestDistance, >)
    Self.offer(other.fastestPace, to: &fastestPace, <)
    Self.offer(other.heaviestLoad, to: &heaviestLoad, >)
    Self.offer(other.highestCalorieBurn, to: &highestCalorieBurn, >)
    Self.offer(other.mostWeightMoved, to: &mostWeightMoved, >)
  }

  private static func offer(
    _ value: Double, of row: RuckRow, to best: inout Best?, _ isBetter: (Double, Double) -> Bool
  ) {
    if let best, !isBetter(value, best.value) { return }
    best = Best(value: value, startedAt: row.startedAt, id: row.id)
  }

  private static func offer(_ other: Best?, to best: inout Best?, _ isBetter: (Double, Double) -> Bool) {
    guard let other else { return }
    if let best, !isBetter(other.value, best.value) { return }
    best = other
  }
}
