public import Domain
public import Languages
public import Proto

extension SessionAPI {
  /// Resolves the secret of a public link by its SHA-256. Throws `notFound` if the link is unknown, expired or deleted.
  public struct ResolveShare: Method {
    public typealias API = SessionAPI
    public static let name = "share.resolve"

    public enum Form: String, Codable, CaseIterable, Sendable {
      case svg, json
    }

    public var hash: [UInt8]
    public var form: Form
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(hash: [UInt8], form: Form, lang: Language? = nil) {
      self.hash = hash
      self.form = form
      self.lang = lang
    }

    /// The call that returns the shared figures, made in the name of the link's owner.
    public struct Reply: Codable, Sendable {
      public var user: String
      public var service: String
      public var method: String
      /// The argument of the call, as CBOR.
      public var argument: [UInt8]
    }
  }
}

extension SessionAPI.ResolveShare.Reply {
  public init(
    _ share: Share, of user: String, as form: SessionAPI.ResolveShare.Form, in lang: Language? = nil
  ) throws(Fault) {
    switch share.picture {
    case .radar: try self.init(share, of: user, as: form, in: lang, by: DiversityAPI.self)
    case .badge where share.options.metric == .completion:
      try self.init(share, of: user, as: form, in: lang, by: DiversityAPI.self)
    case .achievement: try self.init(share, of: user, as: form, in: lang, by: MilestoneAPI.self)
    case .activity, .timeline, .rings, .rucks, .review, .badge:
      try self.init(share, of: user, as: form, in: lang, by: StatsAPI.self)
    }
  }

  private init<API: ViewAPI>(
    _ share: Share, of user: String, as form: SessionAPI.ResolveShare.Form, in lang: Language?, by api: API.Type
  ) throws(Fault) {
    self.user = user
    service = API.service
    switch form {
    case .svg:
      method = DrawShared<API>.name
      argument = try CBOREncoder.encode(
        DrawShared<API>(picture: share.picture, theme: share.theme, options: share.options, lang: lang))
    case .json:
      method = ReadShared<API>.name
      argument = try CBOREncoder.encode(ReadShared<API>(picture: share.picture, options: share.options, lang: lang))
    }
  }
}

/// Draws the picture of a public link.
public struct DrawShared<API: ViewAPI>: Method {
  public typealias Reply = MediaReply
  public static var name: String { "\(API.service).drawShared" }

  public var picture: SharedPicture
  public var theme: PictureTheme
  public var options: ShareOptions
  /// The language of texts. Default: English.
  public var lang: Language?

  public init(picture: SharedPicture, theme: PictureTheme, options: ShareOptions, lang: Language? = nil) {
    self.picture = picture
    self.theme = theme
    self.options = options
    self.lang = lang
  }
}

/// Returns only the figures of a public link.
public struct ReadShared<API: ViewAPI>: Method {
  public typealias Reply = SharedFigures
  public static var name: String { "\(API.service).readShared" }

  public var picture: SharedPicture
  public var options: ShareOptions
  /// The language of texts. Default: English.
  public var lang: Language?

  public init(picture: SharedPicture, options: ShareOptions, lang: Language? = nil) {
    self.picture = picture
    self.options = options
    self.lang = lang
  }
}

/// Figures in the form that badge services read. A badge has no `figures`.
public struct SharedFigures: Codable, Hashable, Sendable {
  public static let schemaVersion = 1

  public var label: String
  public var message: String
  public var color: String
  public var figures: RawCBOR?

  public init(label: String, message: String, color: String) {
    self.label = label
    self.message = message
    self.color = color
  }

  public init<Figures: Encodable>(
    label: String, message: String, color: String, figures: Figures
  ) throws(Fault) {
    self.init(label: label, message: message, color: color)
    self.figures = RawCBOR(bytes: try CBOREncoder.encode(figures))
  }

  private enum Keys: String, CodingKey {
    case schemaVersion, label, message, color, figures
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    label = try container.decode(String.self, forKey: .label)
    message = try container.decode(String.self, forKey: .message)
    color = try container.decode(String.self, forKey: .color)
    figures = try container.decodeIfPresent(RawCBOR.self, forKey: .figures)
  }

  /// Leaves `figures` out if it is nil, because readers of badges reject unknown members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(Self.schemaVersion, forKey: .schemaVersion)
    try container.encode(label, forKey: .label)
    try container.encode(message, forKey: .message)
    try container.encode(color, forKey: .color)
    if let figures { try container.encode(figures, forKey: .figures) }
  }
}
