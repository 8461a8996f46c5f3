public import Foundation

/// What an app reports of one ruck. The same start is the same ruck: a report with a later end replaces all of it.
public struct RuckReport: Codable, Sendable, Hashable {
  /// The app's own name for it; without one the server makes one.
  public var id: String?
  public var startedAt: Date
  public var endedAt: Date
  /// Metres.
  public var distance: Double
  /// Kilograms.
  public var loadWeight: Double
  public var calories: Double?
  /// Metres.
  public var elevationGain: Double?
  /// Seconds.
  public var movingTime: Double?
  public var terrain: [TerrainSegment]?
  public var weather: RuckWeather?

  public init(
    id: String? = nil, startedAt: Date, endedAt: Date, distance: Double, loadWeight: Double, calories: Double? = nil,
    elevationGain: Double? = nil, movingTime: Double? = nil, terrain: [TerrainSegment]? = nil,
    weather: RuckWeather? = nil
  ) {
    self.id = id
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
}

/// An edit of a ruck: what is nil or `unchanged` stays as it is. Its start names it, and is not to be edited.
public struct RuckChanges: Sendable, Hashable {
  public var endedAt: Date?
  public var distance: Double?
  public var loadWeight: Double?
  public var calories: Change<Double>
  public var elevationGain: Change<Double>
  public var movingTime: Change<Double>
  public var terrain: Change<[TerrainSegment]>
  public var weather: Change<RuckWeather>

  public init(
    endedAt: Date? = nil, distance: Double? = nil, loadWeight: Double? = nil, calories: Change<Double> = .unchanged,
    elevationGain: Change<Double> = .unchanged, movingTime: Change<Double> = .unchanged,
    terrain: Change<[TerrainSegment]> = .unchanged, weather: Change<RuckWeather> = .unchanged
  ) {
    self.endedAt = endedAt
    self.distance = distance
    self.loadWeight = loadWeight
    self.calories = calories
    self.elevationGain = elevationGain
    self.movingTime = movingTime
    self.terrain = terrain
    self.weather = weather
  }
}

extension RuckChanges: Encodable {
  private enum Member: String, CodingKey {
    case endedAt, distance, loadWeight, calories, elevationGain, movingTime, terrain, weather
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(endedAt, forKey: .endedAt)
    try members.encodeIfPresent(distance, forKey: .distance)
    try members.encodeIfPresent(loadWeight, forKey: .loadWeight)
    try members.encode(calories, forKey: .calories)
    try members.encode(elevationGain, forKey: .elevationGain)
    try members.encode(movingTime, forKey: .movingTime)
    try members.encode(terrain, forKey: .terrain)
    try members.encode(weather, forKey: .weather)
  }
}
