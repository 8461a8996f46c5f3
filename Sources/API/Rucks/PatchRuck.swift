public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  public struct WeatherPatch: Codable, Equatable, Sendable {
    public var temperature: Patch<Double>
    public var condition: Patch<String>

    public init(temperature: Patch<Double> = .unchanged, condition: Patch<String> = .unchanged) {
      self.temperature = temperature
      self.condition = condition
    }
  }

  public struct PatchRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckReply>
    public static let name = "ruck.patch"
    public var id: String
    public var endedAt: Patch<Instant>
    public var distance: Patch<Double>
    public var loadWeight: Patch<Double>
    public var calories: Patch<Double>
    public var elevationGain: Patch<Double>
    public var movingTime: Patch<Double>
    public var terrain: Patch<[RuckSegment]>
    public var weather: Patch<WeatherPatch>

    public init(
      id: String, endedAt: Patch<Instant> = .unchanged, distance: Patch<Double> = .unchanged,
      loadWeight: Patch<Double> = .unchanged, calories: Patch<Double> = .unchanged,
      elevationGain: Patch<Double> = .unchanged, movingTime: Patch<Double> = .unchanged,
      terrain: Patch<[RuckSegment]> = .unchanged, weather: Patch<WeatherPatch> = .unchanged
    ) {
      self.id = id
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
}
