public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let rucks: [Endpoint] = [
    SessionAPI.RecordRuck.endpoint,
    SessionAPI.ListRucks.endpoint,
    SessionAPI.FetchRuck.endpoint,
    SessionAPI.PatchRuck.endpoint,
    SessionAPI.DeleteRuck.endpoint,
  ]
}

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
    static let endpoint = Endpoint.write(
      .post, "/rucks", RecordRuck.self, "Record a ruck.",
      details: """
        Metres, kilograms, seconds and degrees Celsius. The same `startedAt` is the same ruck: a later `endedAt` \
        replaces all members but the id. The same `id` with another `startedAt` is 409; without one it is made of the \
        start.
        """,
      example: """
        {"startedAt": "2026-11-20T06:00:00Z", "endedAt": "2026-11-20T07:30:00Z", "distance": 8000, "loadWeight": 20, \
        "calories": 900, "elevationGain": 120, "movingTime": 5100, "terrain": [{"type": "trail", "distance": 5000}, \
        {"type": "road", "distance": 3000}], "weather": {"temperature": 6.5, "condition": "rain"}}
        """
    ).orConflict()

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
    static let endpoint = Endpoint.get(
      "/rucks", ListRucks.self, parameters: Parameter.days + Parameter.page, "The rucks, the newest start first."
    ).tagged()

    public var from: Day?
    public var to: Day?
    public var limit: Int?
    public var cursor: String?

    public init(from: Day? = nil, to: Day? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.from = from
      self.to = to
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = RuckReply
    public static let name = "ruck.get"
    static let endpoint = Endpoint.get("/rucks/{id}", FetchRuck.self, parameters: [.ruckID], "One ruck.").tagged()

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckReply>
    public static let name = "ruck.patch"
    static let endpoint = Endpoint.write(
      .patch, "/rucks/{id}", PatchRuck.self, parameters: [.ruckID], "Correct a ruck.",
      details: "A JSON merge patch of all but `id` and `startedAt`; null clears what a ruck can be without.",
      example: #"{"distance": 8200, "calories": null}"#)

    public var id: String
    public var endedAt: Patch<Instant>
    public var distance: Patch<Double>
    public var loadWeight: Patch<Double>
    public var calories: Patch<Double>
    public var elevationGain: Patch<Double>
    public var movingTime: Patch<Double>
    public var terrain: Patch<[RuckSegment]>
    public var weather: Patch<RuckEdit.Weather>

    public init(
      id: String, endedAt: Patch<Instant> = .unchanged, distance: Patch<Double> = .unchanged,
      loadWeight: Patch<Double> = .unchanged, calories: Patch<Double> = .unchanged,
      elevationGain: Patch<Double> = .unchanged, movingTime: Patch<Double> = .unchanged,
      terrain: Patch<[RuckSegment]> = .unchanged, weather: Patch<RuckEdit.Weather> = .unchanged
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

  public struct DeleteRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "ruck.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/rucks/{id}", DeleteRuck.self, parameters: [.ruckID], "Remove a ruck.",
      details: "Records and streaks are then as if it had never been.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Ruck {
  public init(_ call: SessionAPI.RecordRuck) {
    self.init(
      id: call.id, startedAt: call.startedAt, endedAt: call.endedAt, distance: call.distance,
      loadWeight: call.loadWeight, calories: call.calories, elevationGain: call.elevationGain,
      movingTime: call.movingTime, terrain: call.terrain, weather: call.weather)
  }
}

extension RuckEdit {
  public init(_ call: SessionAPI.PatchRuck) {
    self.init()
    endedAt = call.endedAt
    distance = call.distance
    loadWeight = call.loadWeight
    calories = call.calories
    elevationGain = call.elevationGain
    movingTime = call.movingTime
    terrain = call.terrain
    weather = call.weather
  }
}

extension Parameter {
  static let ruckID = path("id", .id, "The client's, or as an earlier answer named it.")
}

extension SessionAPI.RuckReply: Described {
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "startedAt": "When it began.",
    "endedAt": Note("When it ended.").lasting,
    "distance": Note("Metres.", .range(0...Int(RuckRules.longestDistance)), like: 8_000).lasting,
    "loadWeight": Note("Kilograms carried.", .range(0...Int(RuckRules.heaviestLoad)), like: 20).lasting,
    "calories": Note("Kilocalories, null if not given.", .from(0), like: 900),
    "elevationGain": Note("Metres climbed, null if not given.", .from(0), like: 120),
    "movingTime": Note("Seconds in motion, null if not given.", .from(0), like: 5_100),
    "terrain": Note("Stretches of one ground each.", .list(upTo: RuckRules.mostSegments)),
    "weather": "The weather, null if not given.",
    "pace": Note("Minutes a kilometre over the time in motion, else the span; null at 0 m.", like: 10.625),
    "weightMoved": Note("Kilogram metres: load times distance.", like: 160_000),
  ]
}

extension RuckSegment: Described {
  public static let members: [String: Note] = [
    "type": "What kind it is.",
    "distance": Note("Metres.", .range(0...Int(RuckRules.longestDistance)), like: 8_000),
  ]
}

extension RuckWeather: Described {
  public static let members: [String: Note] = [
    "temperature": Note("Degrees Celsius.", like: 6.5),
    "condition": .name("The weather in a word."),
  ]
}

extension SessionAPI.RecordRuck: Described {
  public static var title: String { "RuckReport" }
  public static let members =
    SessionAPI.RuckReply.members + ["id": .id("Chosen by the client; made where it is left out.")]
}

extension RuckEdit.Weather: Described {
  public static var title: String { "WeatherPatch" }
  public static let members: [String: Note] = [
    "temperature": Note("Degrees Celsius.").lasting,
    "condition": .name("The weather in a word.").lasting,
  ]
}

extension SessionAPI.PatchRuck: Described {
  public static var title: String { "RuckPatch" }
  public static var members: [String: Note] { SessionAPI.RuckReply.members }
}
