public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let activityPicture: [Endpoint] = [
    StatsAPI.DrawActivity.endpoint
  ]
}

extension StatsAPI {
  /// Of one kind, or of all three, stacked.
  public enum DrawnKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, rucks, all

    /// In the order in which they stand upon each other.
    public var kinds: [ActivityKind] {
      switch self {
      case .listening: [.listening]
      case .reading: [.reading]
      case .rucks: [.rucks]
      case .all: ActivityKind.allCases
      }
    }
  }

  public struct DrawActivity: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawActivity"
    static let endpoint = Endpoint.picture(
      "/analytics/activity.svg", DrawActivity.self,
      parameters: [
        .query("range", .choice(of: ActivityRange.self), "Days that end today."),
        .query("from", .day, "The first day, instead of `range`."),
        .query("to", .day, "The last day, at most 3,660 days after the first."),
        .query("kind", .choice(of: DrawnKind.self), "`listening` if left out; `all` stacks the three."),
      ], "Minutes a day as a picture.",
      details: "Bars for a week and a month, a calendar for longer.")

    public var range: ActivityRange?
    public var from: Day?
    public var to: Day?
    public var kind: DrawnKind?
    public var theme: PictureTheme?
    public var width: Int?

    public init(
      range: ActivityRange? = nil, from: Day? = nil, to: Day? = nil, kind: DrawnKind? = nil,
      theme: PictureTheme? = nil, width: Int? = nil
    ) {
      self.range = range
      self.from = from
      self.to = to
      self.kind = kind
      self.theme = theme
      self.width = width
    }
  }
}
