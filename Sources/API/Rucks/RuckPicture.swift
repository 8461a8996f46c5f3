public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let ruckPicture: [Endpoint] = [
    StatsAPI.DrawRuckWeeks.endpoint
  ]
}

extension StatsAPI {
  public struct DrawRuckWeeks: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawRuckWeeks"
    static let endpoint = Endpoint.picture(
      "/rucks/weekly.svg", DrawRuckWeeks.self,
      parameters: [
        .query("weeks", .integer(RuckWeekly.counts), "The number of weeks. Default: 12."),
        .query("unit", .choice(of: DistanceUnit.self), "The unit of distances. Default: `km`."),
      ],
      "Draw the distance of the last weeks.", details: "Weeks that met the goal are marked.")

    public var weeks: Int?
    public var unit: DistanceUnit?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(
      weeks: Int? = nil, unit: DistanceUnit? = nil, theme: PictureTheme? = nil, width: Int? = nil, lang: Language? = nil
    ) {
      self.weeks = weeks
      self.unit = unit
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }
}
