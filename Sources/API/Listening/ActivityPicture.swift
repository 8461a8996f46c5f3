public import Chronology
public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let activityPicture: [Endpoint] = [
    StatsAPI.DrawActivity.endpoint
  ]
}

extension StatsAPI {
  /// One kind of activity, or all three stacked.
  public enum DrawnKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, rucks, all

    /// From the bottom of the stack to the top.
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
        .query("range", .choice(of: ActivityRange.self), "A range of days that ends today."),
        .query("from", .day, "The first day. Send it with `to` instead of `range`."),
        .query("to", .day, "The last day. Both days count, and the range has at most 3,660 days."),
        .query("kind", .choice(of: DrawnKind.self), "`all` stacks the three kinds. Default: `listening`."),
      ], "Draw the minutes per day.",
      details: "Bars for a week or a month, a calendar for longer ranges.")

    public var range: ActivityRange?
    public var from: Day?
    public var to: Day?
    public var kind: DrawnKind?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(
      range: ActivityRange? = nil, from: Day? = nil, to: Day? = nil, kind: DrawnKind? = nil, theme: PictureTheme? = nil,
      width: Int? = nil, lang: Language? = nil
    ) {
      self.range = range
      self.from = from
      self.to = to
      self.kind = kind
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }
}
