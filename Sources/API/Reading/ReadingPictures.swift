public import Domain
public import Languages
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
      parameters: [.query("months", .integer(ReadingTimeline.counts), "The number of months. Default: 12.")],
      "Draw the books of the last months.", details: "Bars show the books, a line their diversity.")

    public var months: Int?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(months: Int? = nil, theme: PictureTheme? = nil, width: Int? = nil, lang: Language? = nil) {
      self.months = months
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }

  public struct DrawRings: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawRings"
    static let endpoint = Endpoint.picture(
      "/insights/rings.svg", DrawRings.self,
      "Draw this year's progress towards the goals for books and cultures as two rings.")

    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(theme: PictureTheme? = nil, width: Int? = nil, lang: Language? = nil) {
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }
}
