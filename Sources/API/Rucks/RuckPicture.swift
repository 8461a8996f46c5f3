public import Domain
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
      parameters: [.query("weeks", .integer(RuckWeekly.counts), "How many weeks; 12 if left out.")],
      "The distance of the last weeks as a picture.", details: "Weeks that met the goal are marked.")

    public var weeks: Int?
    public var theme: PictureTheme?
    public var width: Int?

    public init(weeks: Int? = nil, theme: PictureTheme? = nil, width: Int? = nil) {
      self.weeks = weeks
      self.theme = theme
      self.width = width
    }
  }
}
