/// Keeps evenly distributed points of a track of any length, including the first and the last one.
public enum TrackThinning {
  public static func thinned<Point>(_ points: [Point], to most: Int) -> [Point] {
    guard points.count > most, most > 1 else { return points }
    return (0..<most).map { points[place($0, of: most, among: points.count)] }
  }

  /// The place of a kept point among all points.
  static func place(_ number: Int, of most: Int, among count: Int) -> Int {
    (number * (count - 1) + (most - 1) / 2) / (most - 1)
  }
}

/// Collects the points of a track in limited memory: from a certain number on only every second one, then every fourth.
public struct TrackCollector: Sendable {
  /// Points in memory, far more than a track keeps, so that the kept ones are evenly distributed.
  static let mostCollected = 4 * TrackRules.mostPoints

  private let most: Int
  private var points: [TrackPoint] = []
  private var last: TrackPoint?
  private var count = 0
  private var step = 1

  public init() {
    self.init(most: Self.mostCollected)
  }

  init(most: Int) {
    self.most = most
  }

  public var isEmpty: Bool { count == 0 }

  /// Ignores a point before the previous one, which a clock that runs backwards reports.
  public mutating func add(_ point: TrackPoint) {
    if let last, point.time < last.time { return }
    last = point
    defer { count += 1 }
    guard count.isMultiple(of: step) else { return }
    if points.count == most {
      points = stride(from: 0, to: points.count, by: 2).map { points[$0] }
      step *= 2
      guard count.isMultiple(of: step) else { return }
    }
    points.append(point)
  }

  /// Returns the points of the track, thinned to the most that a track may have.
  public func track(most: Int = TrackRules.mostPoints) -> [TrackPoint] {
    var all = points
    if let last, count > 0, !(count - 1).isMultiple(of: step) { all.append(last) }
    return TrackThinning.thinned(all, to: most)
  }
}
