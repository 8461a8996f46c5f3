public import Domain
public import Proto

extension Endpoints {
  static let reviewPictures: [Endpoint] = [
    StatsAPI.DrawReview.endpoint,
    StatsAPI.PrintReview.endpoint,
  ]
}

extension StatsAPI {
  public struct DrawReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawReview"
    static let endpoint = Endpoint.picture(
      "/review/{year}.svg", DrawReview.self,
      parameters: [
        .reviewedYear,
        .query(
          "unit", .choice(of: DistanceUnit.self),
          "The unit of distances. With `mi`, weights are in pounds. Default: `km`."),
      ],
      "Draw the review of a year as a card to share.")

    public var year: Int
    public var unit: DistanceUnit?
    public var theme: PictureTheme?
    public var width: Int?

    public init(year: Int, unit: DistanceUnit? = nil, theme: PictureTheme? = nil, width: Int? = nil) {
      self.year = year
      self.unit = unit
      self.theme = theme
      self.width = width
    }
  }

  public struct PrintReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.printReview"
    static let endpoint = Endpoint.document(
      "/review/{year}.pdf", PrintReview.self, parameters: [.reviewedYear], "Print the review of a year.")

    public var year: Int
    public init(year: Int) { self.year = year }
  }
}

extension Parameter {
  static let reviewedYear = path(
    "year", .integer(StatsView.reviewYears), "The year, in the user's time zone; the current year so far.")
}
