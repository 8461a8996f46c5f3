public import Foundation

/// A ruck (a walk with a loaded rucksack) that the server has stored.
public struct Ruck: Codable, Sendable, Hashable, Identifiable {
  /// The id, chosen by the app or derived from the start.
  public var id: String
  /// The start, which identifies the ruck.
  public var startedAt: Date
  /// The end.
  public var endedAt: Date
  /// The distance in metres.
  public var distance: Double
  /// The load in kilograms.
  public var loadWeight: Double
  /// The energy used in kilocalories, or nil if not reported.
  public var calories: Double?
  /// The metres climbed, or nil if not reported.
  public var elevationGain: Double?
  /// The seconds in motion, or nil if not reported; the pace then uses the time from start to end.
  public var movingTime: Double?
  /// The segments of the way by terrain, or nil if not reported.
  public var terrain: [TerrainSegment]?
  /// The weather, or nil if not reported.
  public var weather: RuckWeather?
  /// The name, or nil if there is none.
  public var name: String?
  /// The note, or nil if there is none.
  public var note: String?
  /// Whether the ruck has a track, or nil if the server is too old to know.
  public var hasTrack: Bool?
  /// Minutes per kilometre, or nil if the distance is 0.
  public var pace: Double?
  /// Load times distance, in kilogram metres.
  public var weightMoved: Double
}

/// A part of a ruck on one kind of terrain.
public struct TerrainSegment: Codable, Sendable, Hashable {
  /// The kind of terrain.
  public var type: Terrain
  /// The distance in metres.
  public var distance: Double

  /// Creates a segment.
  public init(type: Terrain, distance: Double) {
    self.type = type
    self.distance = distance
  }
}

/// A kind of terrain.
public struct Terrain: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a terrain from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A trail.
  public static let trail = Terrain(rawValue: "trail")
  /// A road.
  public static let road = Terrain(rawValue: "road")
  /// Sand.
  public static let sand = Terrain(rawValue: "sand")
  /// Snow.
  public static let snow = Terrain(rawValue: "snow")
  /// Grass.
  public static let grass = Terrain(rawValue: "grass")
  /// Gravel.
  public static let gravel = Terrain(rawValue: "gravel")
  /// Mixed terrain.
  public static let mixed = Terrain(rawValue: "mixed")

  /// All kinds of terrain that this version knows.
  public static let allCases: [Terrain] = [.trail, .road, .sand, .snow, .grass, .gravel, .mixed]
}

/// The weather during a ruck.
public struct RuckWeather: Codable, Sendable, Hashable {
  /// The temperature in degrees Celsius.
  public var temperature: Double
  /// The weather in a word, such as "rain".
  public var condition: String

  /// Creates a weather description.
  public init(temperature: Double, condition: String) {
    self.temperature = temperature
    self.condition = condition
  }
}
