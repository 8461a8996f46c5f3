public import Domain
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
      "/diversity/radar.svg", DrawRadar.self, parameters: [.diversityPeriod, .radarAxes], "The radar as a picture.",
      details: "Solid where there is data, dashed where there is none, a + at dimensions with books missing data.")

    public var period: StatsPeriod?
    public var axes: String?
    public var theme: PictureTheme?
    public var width: Int?

    public init(
      period: StatsPeriod? = nil, axes: String? = nil, theme: PictureTheme? = nil, width: Int? = nil
    ) {
      self.period = period
      self.axes = axes
      self.theme = theme
      self.width = width
    }
  }

  public struct DrawCompletion: Method {
    public typealias API = DiversityAPI
    public typealias Reply = MediaReply
    public static let name = "diversity.drawCompletion"
    static let endpoint = Endpoint.picture(
      "/diversity/completion.svg", DrawCompletion.self, "How much is known of the books, as a picture.",
      details: "A ring for all, and a bar for each dimension of the core.")

    public var theme: PictureTheme?
    public var width: Int?

    public init(theme: PictureTheme? = nil, width: Int? = nil) {
      self.theme = theme
      self.width = width
    }
  }
}
