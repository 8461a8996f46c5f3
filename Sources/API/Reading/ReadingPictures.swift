public import Domain
public import Proto

extension Endpoints {
  static let readingPictures: [Endpoint] = [
    StatsAPI.DrawTimeline.endpoint,
    StatsAPI.DrawRings.endpoint,
  ]
}

extension StatsAPI {
  public struct DrawTimeline: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawTimeline"
    static let endpoint = Endpoint.picture(
      "/insights/timeline.svg", DrawTimeline.self,
      parameters: [.query("months", .integer(ReadingTimeline.counts), "How many months; 12 if left out.")],
      "The books of the last months as a picture.", details: "Bars of books, and a line of their diversity.")

    public var months: Int?
    public var theme: PictureTheme?
    public var width: Int?

    public init(months: Int? = nil, theme: PictureTheme? = nil, width: Int? = nil) {
      self.months = months
      self.theme = theme
      self.width = width
    }
  }

  public struct DrawRings: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawRings"
    static let endpoint = Endpoint.picture(
      "/insights/rings.svg", DrawRings.self, "This year's books and cultures of their goals, as two rings.")

    public var theme: PictureTheme?
    public var width: Int?

    public init(theme: PictureTheme? = nil, width: Int? = nil) {
      self.theme = theme
      self.width = width
    }
  }
}
