public import Chronology

/// A walk with a load. The start identifies it; its id is the client's, or derived from the start.
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

  public init(
    id: String? = nil, startedAt: Instant, endedAt: Instant, distance: Double, loadWeight: Double,
    calories: Double? = nil, elevationGain: Double? = nil, movingTime: Double? = nil, terrain: [RuckSegment]? = nil,
    weather: RuckWeather? = nil
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
  }

  /// The id of a ruck for which the client chose none.
  public static func id(startedAt: Instant) -> String { "ruck-\(startedAt.seconds)" }

  /// Seconds moving, else the span.
  public var seconds: Double { movingTime ?? Double(endedAt - startedAt) }

  /// Minutes a kilometre, nil without a distance.
  public var pace: Double? { Self.pace(seconds: seconds, distance: distance) }

  /// Kilogram metres.
  public var weightMoved: Double { .product(loadWeight, distance) }

  public static func pace(seconds: Double, distance: Double) -> Double? {
    guard distance > 0 else { return nil }
    // Divided once: equal paces of different ways are equal numbers, so that the earlier of two records stays.
    let pace = (seconds * 1_000 / (distance * 60)).clampedToFinite
    // On the border of a bucket it is just that, whatever tenths of a metre have left behind.
    return pace.nearestDecimal(within: 4 * pace.ulp)
  }
}

public enum Terrain: String, Codable, CaseIterable, Hashable, Sendable {
  case trail, road, sand, snow, grass, gravel, mixed
}

/// A part of a ruck's way, in metres.
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
