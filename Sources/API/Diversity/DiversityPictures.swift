public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let diversityPictures: [Endpoint] = [
    DiversityAPI.DrawRadar.endpoint,
    DiversityAPI.DrawCompletion.endpoint,
  ]
}

extension DiversityAPI {
  public struct DrawRadar: Method {
    public typealias API = DiversityAPI
    public typealias Reply = MediaReply
    public static let name = "diversity.drawRadar"
    static let endpoint = Endpoint.picture(
      "/diversity/radar.svg", DrawRadar.self, parameters: [.diversityPeriod, .radarAxes], "Draw the radar.",
      details:
        "Dimensions without data are dashed. A + marks dimensions for which some books lack data."
    )

    public var period: StatsPeriod?
    public var axes: String?
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(
      period: StatsPeriod? = nil, axes: String? = nil, theme: PictureTheme? = nil, width: Int? = nil,
      lang: Language? = nil
    ) {
      self.period = period
      self.axes = axes
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }

  public struct DrawCompletion: Method {
    public typealias API = DiversityAPI
    public typealias Reply = MediaReply
    public static let name = "diversity.drawCompletion"
    static let endpoint = Endpoint.picture(
      "/diversity/completion.svg", DrawCompletion.self, "Draw the completion of the diversity data.",
      details: "A ring for the total and one bar per core dimension.")

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
