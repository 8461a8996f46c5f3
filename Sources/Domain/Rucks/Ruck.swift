public import Chronology

/// A walk with a load. The start identifies it. Its id is chosen by the client or derived from the start.
public struct Ruck: Codable, Hashable, Sendable {
  public var id: String
  public var startedAt: Instant
  public var endedAt: Instant
  /// Metres.
  public var distance: Double
  /// Kilograms.
  public var loadWeight: Double
  public var calories: Double?
  /// Metres.
  public var elevationGain: Double?
  /// Seconds.
  public var movingTime: Double?
  public var terrain: [RuckSegment]?
  public var weather: RuckWeather?
  public var name: String?
  public var note: String?
  /// Nil if the ruck never had a track.
  public var track: TrackState?

  public init(
    id: String? = nil, startedAt: Instant, endedAt: Instant, distance: Double, loadWeight: Double,
    calories: Double? = nil, elevationGain: Double? = nil, movingTime: Double? = nil, terrain: [RuckSegment]? = nil,
    weather: RuckWeather? = nil, name: String? = nil, note: String? = nil, track: TrackState? = nil
  ) {
    self.id = id ?? Self.id(startedAt: startedAt)
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.distance = distance
    self.loadWeight = loadWeight
    self.calories = calories
    self.elevationGain = elevationGain
    self.movingTime = movingTime
    self.terrain = terrain
    self.weather = weather
    self.name = name
    self.note = note
    self.track = track
  }

  public var hasTrack: Bool { track == .stored }

  /// Returns the id of a ruck for which the client chose none.
  public static func id(startedAt: Instant) -> String { "ruck-\(startedAt.seconds)" }

  /// Seconds in motion, or of the whole span if that is unknown.
  public var seconds: Double { movingTime ?? Double(endedAt - startedAt) }

  /// Minutes per kilometre, or nil if the distance is 0.
  public var pace: Double? { Self.pace(seconds: seconds, distance: distance) }

  /// Kilogram metres.
  public var weightMoved: Double { .product(loadWeight, distance) }

  public static func pace(seconds: Double, distance: Double) -> Double? {
    guard distance > 0 else { return nil }
    // Divides once, so that equal paces over different distances are equal numbers and the earlier of two records
    // stays.
    let pace = (seconds * 1_000 / (distance * 60)).clampedToFinite
    // Removes the rounding error of tenths of a metre, so that a pace on the boundary of a bucket is exact.
    return pace.nearestDecimal(within: 4 * pace.ulp)
  }
}

public enum Terrain: String, Codable, CaseIterable, Hashable, Sendable {
  case trail, road, sand, snow, grass, gravel, mixed
}

/// A section of a ruck's route, in metres.
public struct RuckSegment: Codable, Hashable, Sendable {
  public var type: Terrain
  public var distance: Double

  public init(type: Terrain, distance: Double) {
    self.type = type
    self.distance = distance
  }
}

public struct RuckWeather: Codable, Hashable, Sendable {
  /// Degrees Celsius.
  public var temperature: Double
  public var condition: String

  public init(temperature: Double, condition: String) {
    self.temperature = temperature
    self.condition = condition
  }
}
