public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let activity: [Endpoint] = [
    StatsAPI.FetchActivity.endpoint
  ]
}

extension StatsAPI {
  public enum ActivityRange: String, Codable, CaseIterable, Sendable {
    case week, month, year
  }

  /// Returns minutes per day, either for a range that ends today or from one day to another.
  public struct FetchActivity: Method {
    public typealias API = StatsAPI
    public static let name = "stats.activity"
    static let endpoint = Endpoint.get(
      "/analytics/activity", FetchActivity.self,
      parameters: [
        .query("range", .choice(of: ActivityRange.self), "A range of days that ends today."),
        .query("from", .day, "The first day. Send it with `to` instead of `range`."),
        .query("to", .day, "The last day. Both days count, and the range has at most 3,660 days."),
        .query("kind", .choice(of: ActivityKind.self), "Default: `listening`."),
      ], "Get the minutes per day."
    ).tagged()

    public var range: ActivityRange?
    public var from: Day?
    public var to: Day?
    public var kind: ActivityKind?

    public init(range: ActivityRange? = nil, from: Day? = nil, to: Day? = nil, kind: ActivityKind? = nil) {
      self.range = range
      self.from = from
      self.to = to
      self.kind = kind
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// `week`, `month`, `year` or `custom`.
      public var range: String
      public var timezone: String
      public var dataPoints: [ActivityPoint]

      public init(range: String, timezone: String, dataPoints: [ActivityPoint]) {
        self.range = range
        self.timezone = timezone
        self.dataPoints = dataPoints
      }
    }
  }
}

extension StatsAPI.FetchActivity.Reply: Described {
  public static let members: [String: Note] = [
    "range": Note(
      "The requested range, or `custom` for a first and a last day.",
      .values(StatsAPI.ActivityRange.allCases.map(\.rawValue) + ["custom"])),
    "timezone": .name("An IANA time zone.", like: "Europe/Berlin"),
    "dataPoints": "One item per day, oldest first.",
  ]
}

extension ActivityPoint: Described {
  public static var title: String { "ActivityDataPoint" }
  public static let members: [String: Note] = [
    "date": "A day in the user's time zone.",
    "minutes": Note("Minutes on that day, to two decimals.", .from(0), like: 30.5),
  ]
}
