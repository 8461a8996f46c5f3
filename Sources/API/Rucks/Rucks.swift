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
    public var name: String?
    public var note: String?
    /// Minutes per kilometre.
    public var pace: Double?
    public var weightMoved: Double
    public var hasTrack: Bool

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
      name = ruck.name
      note = ruck.note
      pace = ruck.pace
      weightMoved = ruck.weightMoved
      hasTrack = ruck.hasTrack
    }
  }

  public struct RecordRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckReply>
    public static let name = "ruck.record"
    static let endpoint = Endpoint.write(
      .post, "/rucks", RecordRuck.self, "Record a ruck.",
      details: """
        Units are metres, kilograms, seconds and degrees Celsius. A report with the `startedAt` of an existing ruck \
        replaces all members except the id if its `endedAt` is later. The `id` of a ruck with another `startedAt` \
        returns 409. If `id` is left out, it is derived from the start.
        """,
      example: """
        {"startedAt": "2026-11-20T06:00:00Z", "endedAt": "2026-11-20T07:30:00Z", "distance": 8000, "loadWeight": 20, \
        "calories": 900, "elevationGain": 120, "movingTime": 5100, "terrain": [{"type": "trail", "distance": 5000}, \
        {"type": "road", "distance": 3000}], "weather": {"temperature": 6.5, "condition": "rain"}, \
        "name": "Ridge path", "note": "New boots."}
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
    public var name: String?
    public var note: String?

    /// If `id` is nil, it is derived from the start.
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
      name = ruck.name
      note = ruck.note
    }
  }

  public struct ListRucks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<RuckReply>
    public static let name = "ruck.list"
    static let endpoint = Endpoint.get(
      "/rucks", ListRucks.self, parameters: Parameter.days + Parameter.page, "List the rucks, newest first."
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
    static let endpoint = Endpoint.get("/rucks/{id}", FetchRuck.self, parameters: [.ruckID], "Get one ruck.").tagged()

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct PatchRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckReply>
    public static let name = "ruck.patch"
    static let endpoint = Endpoint.write(
      .patch, "/rucks/{id}", PatchRuck.self, parameters: [.ruckID], "Change a ruck.",
      details: "A JSON merge patch of all members except `id` and `startedAt`. Null clears optional members.",
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
    public var name: Patch<String>
    public var note: Patch<String>

    public init(
      id: String, endedAt: Patch<Instant> = .unchanged, distance: Patch<Double> = .unchanged,
      loadWeight: Patch<Double> = .unchanged, calories: Patch<Double> = .unchanged,
      elevationGain: Patch<Double> = .unchanged, movingTime: Patch<Double> = .unchanged,
      terrain: Patch<[RuckSegment]> = .unchanged, weather: Patch<RuckEdit.Weather> = .unchanged,
      name: Patch<String> = .unchanged, note: Patch<String> = .unchanged
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
      self.name = name
      self.note = note
    }
  }

  public struct DeleteRuck: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "ruck.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/rucks/{id}", DeleteRuck.self, parameters: [.ruckID], "Delete a ruck.",
      details: "Also deletes its track. Records and streaks are computed without it.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Ruck {
  public init(_ call: SessionAPI.RecordRuck) {
    self.init(
      id: call.id, startedAt: call.startedAt, endedAt: call.endedAt, distance: call.distance,
      loadWeight: call.loadWeight, calories: call.calories, elevationGain: call.elevationGain,
      movingTime: call.movingTime, terrain: call.terrain, weather: call.weather, name: call.name, note: call.note)
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
    name = call.name
    note = call.note
  }
}

extension Parameter {
  static let ruckID = path("id", .id, "The id, chosen by the client or from an earlier response.")
}

extension SessionAPI.RuckReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "startedAt": "The start.",
    "endedAt": Note("The end.").lasting,
    "distance": Note("The distance in metres.", .range(0...Int(RuckRules.longestDistance)), like: 8_000).lasting,
    "loadWeight": Note("The load in kilograms.", .range(0...Int(RuckRules.heaviestLoad)), like: 20).lasting,
    "calories": Note("Kilocalories, or null if not given.", .from(0), like: 900),
    "elevationGain": Note("Metres climbed, or null if not given.", .from(0), like: 120),
    "movingTime": Note("Seconds in motion, or null if not given.", .from(0), like: 5_100),
    "terrain": Note(
      "Sections of the route, each on one kind of ground, or null if not given.", .list(upTo: RuckRules.mostSegments)),
    "weather": "The weather, or null if none was given.",
    "name": .name("The name, or null if none was given.", like: "Ridge path"),
    "note": Note("A note, or null if none was given.", .note, like: "New boots."),
    "hasTrack": "Whether the ruck has a track, which an import has stored.",
    "pace": Note(
      "Minutes per kilometre over the time in motion, or over the whole span if that is unknown; null at 0 m.",
      like: 10.625),
    "weightMoved": Note("Kilogram metres: the load times the distance.", like: 160_000),
  ]
}

extension RuckSegment: Described {
  public static let members: [String: Note] = [
    "type": "The kind of ground.",
    "distance": Note("The distance in metres.", .range(0...Int(RuckRules.longestDistance)), like: 8_000),
  ]
}

extension RuckWeather: Described {
  public static let members: [String: Note] = [
    "temperature": Note("Degrees Celsius.", like: 6.5),
    "condition": .name("The weather, in one word."),
  ]
}

extension SessionAPI.RecordRuck: Described {
  public static var title: String { "RuckReport" }
  public static let members =
    SessionAPI.RuckReply.members + ["id": .id("The id, chosen by the client. Default: derived from the start.")]
}

extension RuckEdit.Weather: Described {
  public static var title: String { "WeatherPatch" }
  public static let members: [String: Note] = [
    "temperature": Note("Degrees Celsius.").lasting,
    "condition": .name("The weather, in one word.").lasting,
  ]
}

extension SessionAPI.PatchRuck: Described {
  public static var title: String { "RuckPatch" }
  public static var members: [String: Note] { SessionAPI.RuckReply.members }
}
