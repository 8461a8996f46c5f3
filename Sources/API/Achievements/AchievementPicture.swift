public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let achievementPicture: [Endpoint] = [
    MilestoneAPI.DrawAchievement.endpoint
  ]
}

extension MilestoneAPI {
  public struct DrawAchievement: Method {
    public typealias API = MilestoneAPI
    public typealias Reply = MediaReply
    public static let name = "milestone.drawAchievement"
    static let endpoint = Endpoint.picture(
      "/achievements/{id}.svg", DrawAchievement.self,
      parameters: [.path("id", .name(Achievement.all.map(\.id)), "The id of an achievement.")],
      "Draw one achievement as a card to share.")

    public var id: String
    public var theme: PictureTheme?
    public var width: Int?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(id: String, theme: PictureTheme? = nil, width: Int? = nil, lang: Language? = nil) {
      self.id = id
      self.theme = theme
      self.width = width
      self.lang = lang
    }
  }
}

extension Fault {
  public static let noAchievement = Fault(.notFound, "no achievement has this id")
}
