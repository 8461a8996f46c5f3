#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Simplifies a track by the algorithm of Douglas and Peucker: every point that is left out is at most the tolerance
/// away from the line between its kept neighbours.
public enum TrackSimplification {
  private static let metresPerUnit = 6_371_008.8 * Double.pi / 180 / TrackPoint.unitsPerDegree
  private static let unitsPerTurn = 360 * TrackPoint.unitsPerDegree
  /// Ranges that are divided this often are divided in the middle from then on. This limits the time for tracks that
  /// are constructed to take long, and keeps a few more points of them.
  static let deepestDivision = 128

  /// A range of points whose ends are kept.
  private struct Part {
    var first: Int
    var last: Int
    var depth: Int
  }

  public static func simplified(_ points: [TrackPoint], tolerance: Double) -> [TrackPoint] {
    simplified(points, tolerance: tolerance, deepest: deepestDivision)
  }

  static func simplified(_ points: [TrackPoint], tolerance: Double, deepest: Int) -> [TrackPoint] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var parts = [Part(first: 0, last: points.count - 1, depth: 0)]
    while let part = parts.popLast() {
      guard part.last - part.first > 1, let place = farthest(in: part, of: points, beyond: tolerance) else { continue }
      let division = part.depth < deepest ? place : (part.first + part.last) / 2
      isKept[division] = true
      parts.append(Part(first: part.first, last: division, depth: part.depth + 1))
      parts.append(Part(first: division, last: part.last, depth: part.depth + 1))
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }

  /// Returns the first of the points that are farthest from the line between the ends, or nil if none is farther away
  /// than the tolerance.
  private static func farthest(in part: Part, of points: [TrackPoint], beyond tolerance: Double) -> Int? {
    let line = Line(from: points[part.first], to: points[part.last])
    var (place, most): (Int?, Double) = (nil, tolerance * tolerance)
    for number in part.first + 1..<part.last {
      let square = line.squaredDistance(to: points[number])
      if square > most { (place, most) = (number, square) }
    }
    return place
  }

  /// A line between two points, in a plane in which distances are metres near its start.
  private struct Line {
    private let start: TrackPoint
    private let metresEast: Double
    private let east: Double
    private let north: Double
    private let square: Double

    init(from start: TrackPoint, to end: TrackPoint) {
      self.start = start
      metresEast = TrackSimplification.metresPerUnit * cos(start.latitude * .pi / 180)
      (east, north) = Self.offset(of: end, from: start, metresEast)
      square = east * east + north * north
    }

    func squaredDistance(to point: TrackPoint) -> Double {
      let (east, north) = Self.offset(of: point, from: start, metresEast)
      guard square > 0 else { return east * east + north * north }
      let part = min(1, max(0, (east * self.east + north * self.north) / square))
      let (offEast, offNorth) = (east - part * self.east, north - part * self.north)
      return offEast * offEast + offNorth * offNorth
    }

    /// The way east is the shorter one, so that a track may cross the meridian of 180°.
    private static func offset(
      of point: TrackPoint, from start: TrackPoint, _ metresEast: Double
    ) -> (east: Double, north: Double) {
      var units = Double(point.longitudeUnits) - Double(start.longitudeUnits)
      if abs(units) > TrackSimplification.unitsPerTurn / 2 {
        units -= units > 0 ? TrackSimplification.unitsPerTurn : -TrackSimplification.unitsPerTurn
      }
      let north = Double(point.latitudeUnits) - Double(start.latitudeUnits)
      return (units * metresEast, north * TrackSimplification.metresPerUnit)
    }
  }
}
