public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// A ruck as its owner sees it.
  public struct RuckReply: Codable, Hashable, Sendable {
    public var id: String
    public var startedAt: Instant
    public var endedAt: Instant
    public var distance: Double
    public var loadWeight: Double
    public var calories: Double?
    public var elevationGain: Double?
    public var movingTime: Double?
    public var terrain: [RuckSegment]?
    public var weather: RuckWeather?
    /// Minutes a kilometre.
    public var pace: Double?
    public var weightMoved: Double

    public init(_ ruck: Ruck) {
      id = ruck.id
      startedAt = ruck.startedAt
      endedAt = ruck.endedAt
      distance = ruck.distance
      loadWeight = ruck.loadWeight
      calories = ruck.calories
      elevationGain = ruck.elevationGain
      movingTime = ruck.movingTime
      terrain = ruck.terrain
      weather = ruck.weather
      pace = ruck.pace
      weightMoved = ruck.weightMoved
    }
  }

  public struct RecordRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckReply>
    public static let name = "ruck.record"
    public var id: String?
    public var startedAt: Instant
    public var endedAt: Instant
    public var distance: Double
    public var loadWeight: Double
    public var calories: Double?
    public var elevationGain: Double?
    public var movingTime: Double?
    public var terrain: [RuckSegment]?
    public var weather: RuckWeather?

    /// Without an id one is made of the start.
    public init(_ ruck: Ruck) {
      id = ruck.id == Ruck.id(startedAt: ruck.startedAt) ? nil : ruck.id
      startedAt = ruck.startedAt
      endedAt = ruck.endedAt
      distance = ruck.distance
      loadWeight = ruck.loadWeight
      calories = ruck.calories
      elevationGain = ruck.elevationGain
      movingTime = ruck.movingTime
      terrain = ruck.terrain
      weather = ruck.weather
    }
  }

  public struct ListRucks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<RuckReply>
    public static let name = "ruck.list"
    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = RuckReply
    public static let name = "ruck.get"
    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct DeleteRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "ruck.delete"
    public var id: String
    public init(id: String) { self.id = id }
  }
}
