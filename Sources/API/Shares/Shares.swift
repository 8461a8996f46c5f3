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
  /// What is asked for a public link; outside of the base, so it is not in the table.
  public static let share = Endpoint.get("/s/{secret}", SessionAPI.ResolveShare.self, "What a public link shows.")
}

extension SessionAPI {
  public struct CreateShare: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<CreatedShare>
    public static let name = "share.create"
    static let endpoint = Endpoint.write(
      .post, "/shares", CreateShare.self, "Make a public link to one picture.",
      details: """
        Anyone with the link sees that picture as it is then, without signing in, until the link expires or is \
        deleted. The link is in this answer alone: only a hash of it is kept. Ending in `.json` instead of `.svg` it \
        answers the same figures. A user has at most 100 links.
        """,
      example: #"{"picture": "activity", "theme": "auto", "options": {"range": "year"}}"#
    ).answering(201).knowingOrigin()

    public var picture: SharedPicture
    public var theme: PictureTheme?
    public var expiresAt: Instant?
    public var options: ShareOptions?
    /// Where the caller has reached the edge, such as `https://example.org`; the edge says so, never the caller.
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
      "/shares", ListShares.self, parameters: Parameter.page, "The public links, the newest first.",
      details: "Without the links themselves, which only the one who made them was shown.")

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
      details: "From then on it answers as if it had never been.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.CreateShare: Described {
  public static var title: String { "ShareInput" }
  public static let members: [String: Note] = [
    "picture": "What the link shows.",
    "theme": "Its colours; `auto`, which follows the reader's own setting, if left out.",
    "expiresAt": "When the link ends; it stays until it is deleted if left out.",
    "options": "Of what the picture is.",
  ]
}

extension ShareOptions: Described {
  public static var title: String { "ShareOptions" }
  public static let members: [String: Note] = [
    "range": "The days of an activity; a week if left out.",
    "year": Note("The year of a review; the current one, in each year anew, if left out.", .range(ShareRules.years)),
    "achievement": Note(
      "The id of an achievement, required for one.", .values(Achievement.all.map(\.id)), like: "bookworm"),
    "metric": "The figure of a badge; `streak` if left out.",
    "unit": "What distances of rucks and of a review are shown in; `km` if left out.",
  ]
}

extension SessionAPI.CreatedShare: Described {
  public static var title: String { "CreatedShare" }
  public static let members: [String: Note] =
    SessionAPI.ShareReply.members + [
      "url": Note(
        "The link itself, shown this once.", like: "https://example.org/s/AAECAwQFBgcICQoLDA0ODw.svg")
    ]
}

extension SessionAPI.ShareReply: Described {
  public static let members: [String: Note] = [
    "id": .id("By which it is deleted.", like: "00010203040506ff"),
    "picture": "What the link shows.",
    "theme": "Its colours.",
    "options": "Of what the picture is.",
    "createdAt": "When it was made.",
    "expiresAt": "When it ends, null where it stays until it is deleted.",
  ]
}
