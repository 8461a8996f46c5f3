public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let invitations: [Endpoint] = [
    SessionAPI.CreateInvitation.endpoint,
    SessionAPI.ListInvitations.endpoint,
    SessionAPI.DeleteInvitation.endpoint,
  ]
}

extension SessionAPI {
  /// A link that lets a person in once.
  public struct InvitationLink: Codable, Hashable, Sendable {
    public var url: String
    public var expiresAt: Instant

    public init(url: String, expiresAt: Instant) {
      self.url = url
      self.expiresAt = expiresAt
    }
  }

  /// An open link, whose guest chooses the user id.
  public struct CreateInvitation: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<CreatedInvitation>
    public static let name = "invitation.create"
    static let endpoint = Endpoint.write(
      .post, "/invitations", CreateInvitation.self, "Create an open invitation.",
      details: """
        For admins with a recent sign-in. The first person who opens the link chooses a user id and joins this server. \
        The link is shown only this once.
        """,
      example: #"{"role": "member"}"#
    ).returning(201).orConflict().inBrowser().receivingCredentials(as: "maker").receivingOrigin()

    public var expiresAt: Instant?
    public var role: PersonRole?
    public var maker: Maker?
    public var origin: String?

    public init(expiresAt: Instant? = nil, role: PersonRole? = nil, maker: Maker? = nil, origin: String? = nil) {
      self.expiresAt = expiresAt
      self.role = role
      self.maker = maker
      self.origin = origin
    }
  }

  public struct CreatedInvitation: Codable, Hashable, Sendable {
    public var id: String
    public var url: String
    public var role: PersonRole
    public var createdAt: Instant
    public var expiresAt: Instant

    public init(_ invitation: InvitationReply, url: String) {
      id = invitation.id
      self.url = url
      role = invitation.role
      createdAt = invitation.createdAt
      expiresAt = invitation.expiresAt
    }
  }

  public struct InvitationReply: Codable, Hashable, Sendable {
    public var id: String
    public var role: PersonRole
    public var createdAt: Instant
    public var expiresAt: Instant

    public init(id: String, role: PersonRole, createdAt: Instant, expiresAt: Instant) {
      self.id = id
      self.role = role
      self.createdAt = createdAt
      self.expiresAt = expiresAt
    }
  }

  public struct ListInvitations: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<InvitationReply>
    public static let name = "invitation.list"
    static let endpoint = Endpoint.get(
      "/invitations", ListInvitations.self, parameters: Parameter.page, "List the open invitations, oldest first.",
      details: "For admins in a browser session. The links themselves are not included."
    ).inBrowser().receivingCredentials(as: "maker")

    public var limit: Int?
    public var cursor: String?
    public var maker: Maker?

    public init(limit: Int? = nil, cursor: String? = nil, maker: Maker? = nil) {
      self.limit = limit
      self.cursor = cursor
      self.maker = maker
    }
  }

  public struct DeleteInvitation: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "invitation.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/invitations/{id}", DeleteInvitation.self, parameters: [.givenID], "Delete an open invitation.",
      details: "For admins with a recent sign-in. The link then no longer works."
    ).inBrowser().receivingCredentials(as: "maker")

    public var id: String
    public var maker: Maker?

    public init(id: String, maker: Maker? = nil) {
      self.id = id
      self.maker = maker
    }
  }

  /// Accepts an invitation and signs the browser in.
  public struct AcceptInvitation: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.acceptInvitation"
    static let endpoint = Endpoint.cookie(
      .post, "/session/invitation", AcceptInvitation.self, "Accept an invitation and sign this browser in.",
      details: """
        `userId` is required for an open invitation (409 if it is taken). For a person who already uses this server, a \
        password replaces the previous one, and all other browser sessions end.
        """,
      example: #"{"code": "gq3Zf0Ywq5o6m2cJ7yTn1uXhVbKdLsEa8PiR4tWjNzM", "password": "correct horse battery"}"#
    ).orConflict().withoutCredentials().limitingAttempts().receivingVisitor()

    public var code: String
    public var userId: String?
    public var displayName: String?
    public var password: String?
    public var timezone: String?
    public var visitor: Visitor?

    public init(
      code: String, userId: String? = nil, displayName: String? = nil, password: String? = nil,
      timezone: String? = nil, visitor: Visitor? = nil
    ) {
      self.code = code
      self.userId = userId
      self.displayName = displayName
      self.password = password
      self.timezone = timezone
      self.visitor = visitor
    }
  }

  /// Creates the code of a set-up link. The edge calls it when it starts without an admin.
  public struct MakeSetUpCode: Method {
    public typealias API = SessionAPI
    public static let name = "setUp.makeCode"
    /// The host whose previous code ends.
    public var host: String
    public init(host: String) { self.host = host }

    public struct Reply: Codable, Sendable {
      /// Nil if an admin exists.
      public var code: String?
      public init(code: String?) { self.code = code }
    }
  }

  /// Creates the first admin and signs the browser in.
  public struct SetUp: Method {
    public typealias API = SessionAPI
    public typealias Reply = BrowserCookie
    public static let name = "browser.setUp"
    static let endpoint = Endpoint.cookie(
      .post, "/setup", SetUp.self, "Create the first admin.",
      details: """
        Works only while no admin exists (404 otherwise), with the code of the link that `waymark up` and `waymark \
        setup` print. `userId` is new, or the only user with events (409 otherwise).
        """,
      example: #"{"code": "gq3Zf0Ywq5o6m2cJ7yTn1uXhVbKdLsEa8PiR4tWjNzM", "userId": "kim", "password": "correct horse"}"#
    ).orConflict().orNotFound().withoutCredentials().limitingAttempts().receivingVisitor()

    public var code: String
    public var userId: String
    public var displayName: String?
    public var password: String?
    public var timezone: String?
    public var visitor: Visitor?

    public init(
      code: String, userId: String, displayName: String? = nil, password: String? = nil, timezone: String? = nil,
      visitor: Visitor? = nil
    ) {
      self.code = code
      self.userId = userId
      self.displayName = displayName
      self.password = password
      self.timezone = timezone
      self.visitor = visitor
    }
  }
}

extension Bound {
  public static let userId = text(1...TextRules.longestId, form: "^(?!\\.{1,2}$)[A-Za-z0-9._:@|-]+$")
}

extension [String: Note] {
  /// The members of a request that lets a person in for the first time.
  fileprivate static let newPerson: Self = [
    "code": Note(
      "The part of the link after `#invitation=` or `#setup=`.", .text(1...128, form: "^[!-~]+$"),
      like: "gq3Zf0Ywq5o6m2cJ7yTn1uX"),
    "userId": Note("The user id, which is also the name for signing in.", .userId, like: "kim"),
    "displayName": .name("The display name.", like: "Kim"),
    "password": Note("The new password.", .password, like: "correct horse battery"),
    "timezone": Note("The time zone of the browser.", like: "Europe/Berlin"),
  ]
}

extension SessionAPI.AcceptInvitation: Described {
  public static var title: String { "AcceptanceInput" }
  public static var members: [String: Note] { .newPerson }
}

extension SessionAPI.SetUp: Described {
  public static var title: String { "SetUpInput" }
  public static var members: [String: Note] { .newPerson }
}

extension SessionAPI.CreateInvitation: Described {
  public static var title: String { "InvitationInput" }
  public static let members: [String: Note] = [
    "expiresAt": "When the link ends. Default: in seven days.",
    "role": "The role of the person who opens the link. Default: `member`.",
  ]
}

extension SessionAPI.InvitationReply: Described {
  public static var title: String { "Invitation" }
  public static let members: [String: Note] = [
    "id": .id("The id of the invitation. It does not reveal the link.", like: "9f2c4a51d07be638"),
    "role": "The role of the person who opens the link.",
    "createdAt": "The time of creation.",
    "expiresAt": "When the link ends.",
  ]
}

extension SessionAPI.CreatedInvitation: Described {
  public static var title: String { "CreatedInvitation" }
  public static var members: [String: Note] {
    SessionAPI.InvitationReply.members + ["url": Note("The link.", like: "https://example.org/#invitation=gq3Zf0Y")]
  }
}

extension SessionAPI.InvitationLink: Described {
  public static var title: String { "InvitationLink" }
  public static let members: [String: Note] = [
    "url": Note("The link.", like: "https://example.org/#invitation=gq3Zf0Y"),
    "expiresAt": "When the link ends.",
  ]
}
