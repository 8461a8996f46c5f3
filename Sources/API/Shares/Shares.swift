public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let shares: [Endpoint] = [
    SessionAPI.CreateShare.endpoint,
    SessionAPI.ListShares.endpoint,
    SessionAPI.DeleteShare.endpoint,
  ]
}

extension Endpoints {
  /// The request for a public link. Its path is outside the base path, so it is not in the table.
  public static let share = Endpoint.get(
    "/s/{secret}", SessionAPI.ResolveShare.self, "Show the picture of a public link.")
}

extension SessionAPI {
  public struct CreateShare: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<CreatedShare>
    public static let name = "share.create"
    static let endpoint = Endpoint.write(
      .post, "/shares", CreateShare.self, "Create a public link to one picture.",
      details: """
        Anyone with the link sees the current state of that picture without signing in, until the link expires or is \
        deleted. The link appears only in this response, because only its hash is stored. With the extension `.json` \
        instead of `.svg` it returns the same figures. A user has at most 100 links.
        """,
      example: #"{"picture": "activity", "theme": "auto", "options": {"range": "year"}}"#
    ).returning(201).receivingOrigin()

    public var picture: SharedPicture
    public var theme: PictureTheme?
    public var expiresAt: Instant?
    public var options: ShareOptions?
    /// The address at which the client reached the edge, such as `https://example.org`. The edge sets it.
    public var origin: String?

    public init(
      picture: SharedPicture, theme: PictureTheme? = nil, expiresAt: Instant? = nil, options: ShareOptions? = nil,
      origin: String? = nil
    ) {
      self.picture = picture
      self.theme = theme
      self.expiresAt = expiresAt
      self.options = options
      self.origin = origin
    }
  }

  public struct CreatedShare: Codable, Hashable, Sendable {
    public var id: String
    public var url: String
    public var picture: SharedPicture
    public var createdAt: Instant
    public var expiresAt: Instant?

    public init(_ share: Share, url: String) {
      id = share.id
      self.url = url
      picture = share.picture
      createdAt = share.createdAt
      expiresAt = share.expiresAt
    }
  }

  public struct ListShares: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ShareReply>
    public static let name = "share.list"
    static let endpoint = Endpoint.get(
      "/shares", ListShares.self, parameters: Parameter.page, "List the public links, newest first.",
      details: "The secrets are not included: they appear only in the response that created the link.")

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct ShareReply: Codable, Hashable, Sendable {
    public var id: String
    public var picture: SharedPicture
    public var theme: PictureTheme
    public var options: ShareOptions
    public var createdAt: Instant
    public var expiresAt: Instant?

    public init(_ share: Share) {
      id = share.id
      picture = share.picture
      theme = share.theme
      options = share.options
      createdAt = share.createdAt
      expiresAt = share.expiresAt
    }
  }

  public struct DeleteShare: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "share.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/shares/{id}", DeleteShare.self, parameters: [.givenID], "Delete a public link.",
      details: "The link then returns 404.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.CreateShare: Described {
  public static var title: String { "ShareInput" }
  public static let members: [String: Note] = [
    "picture": "The picture that the link shows.",
    "theme": "The colours. Default: `auto`, which follows the reader's own setting.",
    "expiresAt": "When the link expires. Default: never.",
    "options": "The options of the picture.",
  ]
}

extension ShareOptions: Described {
  public static var title: String { "ShareOptions" }
  public static let members: [String: Note] = [
    "range": "The range of an activity picture. Default: `week`.",
    "year": Note("The year of a review. Default: the current year at the time of viewing.", .range(ShareRules.years)),
    "month": Note(
      "The month of a review, with `year`. Omitted for the whole year.", .range(ShareRules.months)
    ).omittable,
    "achievement": Note(
      "The id of the achievement; required for that picture.", .values(Achievement.all.map(\.id)), like: "bookworm"),
    "metric": "The figure of a badge. Default: `streak`.",
    "unit": "The unit of distances in pictures of rucks and of a review. Default: `km`.",
  ]
}

extension SessionAPI.CreatedShare: Described {
  public static var title: String { "CreatedShare" }
  public static let members: [String: Note] =
    SessionAPI.ShareReply.members + [
      "url": Note(
        "The link. It is shown only once.", like: "https://example.org/s/AAECAwQFBgcICQoLDA0ODw.svg")
    ]
}

extension SessionAPI.ShareReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id, for deleting the link.", like: "00010203040506ff"),
    "picture": "The picture that the link shows.",
    "theme": "The colours.",
    "options": "The options of the picture.",
    "createdAt": "The time of creation.",
    "expiresAt": "When the link expires, or null if it does not expire.",
  ]
}
