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
          "What distances are shown in, with `mi` weights in pounds; `km` if left out."),
      ],
      "The year in review as a card to share.")

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
      "/review/{year}.pdf", PrintReview.self, parameters: [.reviewedYear], "The year in review, to print.")

    public var year: Int
    public init(year: Int) { self.year = year }
  }
}

extension Parameter {
  static let reviewedYear = path(
    "year", .integer(StatsView.reviewYears), "A year of the user's own days; the current one so far.")
}
