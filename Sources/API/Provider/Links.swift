public import Chronology
public import Proto

extension SessionAPI {
  /// A link of a person to an account at the provider.
  public struct LinkReply: Codable, Hashable, Sendable {
    public var id: String
    public var issuer: String
    public var subject: String
    /// The name of the account when it was linked.
    public var name: String?
    public var linkedAt: Instant
    public var lastUsedAt: Instant?

    public init(
      id: String, issuer: String, subject: String, name: String?, linkedAt: Instant, lastUsedAt: Instant?
    ) {
      self.id = id
      self.issuer = issuer
      self.subject = subject
      self.name = name
      self.linkedAt = linkedAt
      self.lastUsedAt = lastUsedAt
    }
  }

  public struct ListLinks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<LinkReply>
    public static let name = "link.list"
    static let endpoint = Endpoint.get(
      "/session/links", ListLinks.self, parameters: Parameter.page,
      "List the accounts at the OpenID Connect provider that are linked to this person.",
      details: "404 without a provider."
    )
    .orNotFound()

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct DeleteLink: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "link.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/session/links/{id}", DeleteLink.self, parameters: [.givenID],
      "Remove a link to the OpenID Connect provider.",
      details: """
        In a browser it needs a recent sign-in. The sessions that signed in with it end. 404 without a provider.
        """
    ).receivingCredentials(as: "maker")

    public var id: String
    public var maker: Maker?

    public init(id: String, maker: Maker? = nil) {
      self.id = id
      self.maker = maker
    }
  }
}

extension SessionAPI.LinkReply: Described {
  public static var title: String { "ProviderLink" }
  public static let members: [String: Note] = [
    "id": .id("The id of the link.", like: "9f2c4a51d07be638"),
    "issuer": Note("The provider.", like: "https://id.example.org"),
    "subject": Note("The account at the provider.", like: "248289761001"),
    "name": "The name of the account when it was linked.",
    "linkedAt": "The time of linking.",
    "lastUsedAt": "The last sign-in with it, or null.",
  ]
}
