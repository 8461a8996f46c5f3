public import Foundation

/// A walk with a load, as the server keeps it.
public struct Ruck: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var startedAt: Date
  public var endedAt: Date
  /// Metres.
  public var distance: Double
  /// Kilograms.
  public var loadWeight: Double
  public var calories: Double?
  /// Metres.
  public var elevationGain: Double?
  /// Seconds; nil where the whole span counts.
  public var movingTime: Double?
  public var terrain: [TerrainSegment]?
  public var weather: RuckWeather?
  /// Minutes a kilometre; nil without a way.
  public var pace: Double?
  /// Kilogram metres.
  public var weightMoved: Double
}

/// A part of the way.
public struct TerrainSegment: Codable, Sendable, Hashable {
  public var type: Terrain
  /// Metres.
  public var distance: Double

  public init(type: Terrain, distance: Double) {
    self.type = type
    self.distance = distance
  }
}

public struct Terrain: OpenText, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let trail = Terrain(rawValue: "trail")
  public static let road = Terrain(rawValue: "road")
  public static let sand = Terrain(rawValue: "sand")
  public static let snow = Terrain(rawValue: "snow")
  public static let grass = Terrain(rawValue: "grass")
  public static let gravel = Terrain(rawValue: "gravel")
  public static let mixed = Terrain(rawValue: "mixed")

  public static let allCases: [Terrain] = [.trail, .road, .sand, .snow, .grass, .gravel, .mixed]
}

public struct RuckWeather: Codable, Sendable, Hashable {
  /// Degrees Celsius.
  public var temperature: Double
  public var condition: String

  public init(temperature: Double, condition: String) {
    self.temperature = temperature
    self.condition = condition
  }
}
