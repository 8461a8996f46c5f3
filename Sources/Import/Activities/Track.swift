import Chronology
import Domain
import Glibc

/// Sums the points of a track, and collects those with a place.
struct Track: Sendable {
  private static let earthRadius = 6_371_008.8
  /// Smaller differences of height are noise.
  private static let climbMetres = 3.0

  private(set) var startedAt: Instant?
  private(set) var endedAt: Instant?
  private(set) var distance = 0.0
  private(set) var climb = 0.0
  /// The sum of the stretches between pauses.
  private(set) var movingSeconds: Int64 = 0
  private(set) var stretches = 0
  private(set) var hasHeights = false
  private(set) var hasPlaces = false
  private(set) var hasPoints = false
  /// The points with a place and a time.
  private(set) var points = TrackCollector()

  private var last: (latitude: Double, longitude: Double)?
  private var base: Double?
  private var stretchStart: Instant?

  init() {}

  /// Latitude and longitude are degrees. A point without a time only adds to the distance.
  mutating func add(
    latitude: Double?, longitude: Double?, height: Double?, heartRate: Int? = nil, at time: Instant?
  ) {
    hasPoints = true
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 {
      if let last { distance += Self.metres(last, (latitude, longitude)) }
      last = (latitude, longitude)
      hasPlaces = true
    }
    if let height, height.isFinite, abs(height) < 12_000 {
      hasHeights = true
      let lowest = base ?? height
      if height >= lowest + Self.climbMetres {
        climb += height - lowest
        base = height
      } else {
        base = min(lowest, height)
      }
    }
    // Ignores a clock that is not set yet or runs backwards.
    guard let time, time >= ListeningRules.earliest, endedAt.map({ $0 <= time }) ?? true else { return }
    startedAt = startedAt ?? time
    if stretchStart == nil {
      stretchStart = time
      stretches += 1
    } else if let endedAt {
      movingSeconds += time - endedAt
    }
    endedAt = time
    guard let latitude, let longitude else { return }
    let point = TrackPoint(
      time: time.seconds, latitude: latitude, longitude: longitude, elevation: height, heartRate: heartRate)
    if let point { points.add(point) }
  }

  /// Starts a new stretch. The gap adds neither distance nor climb.
  mutating func pause() {
    last = nil
    base = nil
    stretchStart = nil
  }

  private static func metres(
    _ from: (latitude: Double, longitude: Double), _ to: (latitude: Double, longitude: Double)
  ) -> Double {
    let radians = Double.pi / 180
    let (north, east) = ((to.latitude - from.latitude) * radians, (to.longitude - from.longitude) * radians)
    let half =
      sin(north / 2) * sin(north / 2)
      + cos(from.latitude * radians) * cos(to.latitude * radians) * sin(east / 2) * sin(east / 2)
    return 2 * earthRadius * asin(min(1, half.squareRoot()))
  }
}
