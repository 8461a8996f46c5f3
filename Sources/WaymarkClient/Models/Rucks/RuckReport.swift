public import Foundation

/// A ruck to report. Reports with the same start describe the same ruck; one with a later end replaces all members
/// except the id.
public struct RuckReport: Codable, Sendable, Hashable {
  /// An id chosen by the app. If nil, the server derives one from the start.
  public var id: String?
  /// The start. Only whole seconds are sent.
  public var startedAt: Date
  /// The end. Only whole seconds are sent.
  public var endedAt: Date
  /// The distance in metres.
  public var distance: Double
  /// The load in kilograms.
  public var loadWeight: Double
  /// The energy used in kilocalories, or nil if unknown.
  public var calories: Double?
  /// The metres climbed, or nil if unknown.
  public var elevationGain: Double?
  /// The seconds in motion, or nil if unknown.
  public var movingTime: Double?
  /// The segments of the way by terrain, or nil if unknown.
  public var terrain: [TerrainSegment]?
  /// The weather, or nil if unknown.
  public var weather: RuckWeather?
  /// A name, or nil for none. At most 500 characters.
  public var name: String?
  /// A note, or nil for none. At most 2,000 characters.
  public var note: String?

  /// Creates a report.
  public init(
    id: String? = nil, startedAt: Date, endedAt: Date, distance: Double, loadWeight: Double, calories: Double? = nil,
    elevationGain: Double? = nil, movingTime: Double? = nil, terrain: [TerrainSegment]? = nil,
    weather: RuckWeather? = nil, name: String? = nil, note: String? = nil
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
    self.name = name
    self.note = note
  }
}

/// An edit of a ruck. Members that are nil or `unchanged` stay as they are. The start identifies the ruck and cannot be
/// edited.
public struct RuckChanges: Sendable, Hashable {
  /// The new end.
  public var endedAt: Date?
  /// The new distance in metres.
  public var distance: Double?
  /// The new load in kilograms.
  public var loadWeight: Double?
  /// The edit of the energy used, in kilocalories.
  public var calories: Change<Double>
  /// The edit of the metres climbed.
  public var elevationGain: Change<Double>
  /// The edit of the seconds in motion.
  public var movingTime: Change<Double>
  /// The edit of the segments by terrain.
  public var terrain: Change<[TerrainSegment]>
  /// The edit of the weather.
  public var weather: Change<RuckWeather>
  /// The edit of the name.
  public var name: Change<String>
  /// The edit of the note.
  public var note: Change<String>

  /// Creates an edit.
  public init(
    endedAt: Date? = nil, distance: Double? = nil, loadWeight: Double? = nil, calories: Change<Double> = .unchanged,
    elevationGain: Change<Double> = .unchanged, movingTime: Change<Double> = .unchanged,
    terrain: Change<[TerrainSegment]> = .unchanged, weather: Change<RuckWeather> = .unchanged,
    name: Change<String> = .unchanged, note: Change<String> = .unchanged
  ) {
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
  }
}

extension RuckChanges: Encodable {
  private enum Member: String, CodingKey {
    case endedAt, distance, loadWeight, calories, elevationGain, movingTime, terrain, weather, name, note
  }

  /// Encodes the changed members as a JSON merge patch.
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
    try members.encode(name, forKey: .name)
    try members.encode(note, forKey: .note)
  }
}
