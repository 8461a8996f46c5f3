public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let reviewPictures: [Endpoint] = [
    StatsAPI.DrawReview.endpoint,
    StatsAPI.PrintReview.endpoint,
    StatsAPI.DrawMonthReview.endpoint,
    StatsAPI.PrintMonthReview.endpoint,
  ]
}

extension StatsAPI {
  public struct DrawReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawReview"
    static let endpoint = Endpoint.picture(
      "/review/{year}.svg", DrawReview.self,
      parameters: [.reviewedYear, .reviewUnit],
      "Draw the review of a year as a card to share.")

    public var year: Int
    public var unit: DistanceUnit?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(
      year: Int, unit: DistanceUnit? = nil, theme: PictureTheme? = nil, width: Int? = nil, lang: Language? = nil
    ) {
      self.year = year
      self.unit = unit
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }

  public struct PrintReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.printReview"
    static let endpoint = Endpoint.document(
      "/review/{year}.pdf", PrintReview.self, parameters: [.reviewedYear], "Print the review of a year.")

    public var year: Int
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(year: Int, lang: Language? = nil) {
      self.year = year
      self.lang = lang
    }
  }

  public struct DrawMonthReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.drawMonthReview"
    static let endpoint = Endpoint.picture(
      "/review/{year}-{month}.svg", DrawMonthReview.self,
      parameters: [.yearOfMonth, .reviewedMonth, .reviewUnit],
      "Draw the review of a month as a card.")

    public var year: Int
    public var month: Int
    public var unit: DistanceUnit?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(
      year: Int, month: Int, unit: DistanceUnit? = nil, theme: PictureTheme? = nil, width: Int? = nil,
      lang: Language? = nil
    ) {
      self.year = year
      self.month = month
      self.unit = unit
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }

  public struct PrintMonthReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.printMonthReview"
    static let endpoint = Endpoint.document(
      "/review/{year}-{month}.pdf", PrintMonthReview.self, parameters: [.yearOfMonth, .reviewedMonth],
      "Print the review of a month.")

    public var year: Int
    public var month: Int
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(year: Int, month: Int, lang: Language? = nil) {
      self.year = year
      self.month = month
      self.lang = lang
    }
  }
}

extension Parameter {
  static let reviewedYear = path(
    "year", .integer(StatsView.reviewYears), "The year, in the user's time zone; the current year so far.")
  static let yearOfMonth = path("year", .integer(StatsView.reviewYears), "The year of the month.")
  static let reviewedMonth = path(
    "month", .month, "The month with two digits, in the user's time zone; the current month so far.")
  fileprivate static let reviewUnit = query(
    "unit", .choice(of: DistanceUnit.self), "The unit of distances. With `mi`, weights are in pounds. Default: `km`.")
}
