public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let people: [Endpoint] = [
    SessionAPI.ListPeople.endpoint,
    SessionAPI.CreatePerson.endpoint,
    SessionAPI.InvitePerson.endpoint,
    SessionAPI.PatchPerson.endpoint,
    SessionAPI.DeletePerson.endpoint,
  ]
}

extension SessionAPI {
  /// A person as an admin sees them. It contains none of their data.
  public struct PersonReply: Codable, Hashable, Sendable {
    public var userId: String
    public var displayName: String?
    public var role: PersonRole
    public var state: PersonState
    public var createdAt: Instant?
    public var lastSeenAt: Instant?
    public var hasPassword: Bool
    public var passkeys: Int
    public var links: Int
    public var events: Int
    public var bytes: Int

    public init(
      userId: String, displayName: String?, role: PersonRole, state: PersonState, createdAt: Instant?,
      lastSeenAt: Instant?, hasPassword: Bool, passkeys: Int, links: Int, events: Int, bytes: Int
    ) {
      self.userId = userId
      self.displayName = displayName
      self.role = role
      self.state = state
      self.createdAt = createdAt
      self.lastSeenAt = lastSeenAt
      self.hasPassword = hasPassword
      self.passkeys = passkeys
      self.links = links
      self.events = events
      self.bytes = bytes
    }
  }

  /// A person who was just invited.
  public struct InvitedPerson: Codable, Hashable, Sendable {
    public var userId: String
    public var displayName: String?
    public var role: PersonRole
    public var state: PersonState
    public var createdAt: Instant?
    public var lastSeenAt: Instant?
    public var hasPassword: Bool
    public var passkeys: Int
    public var links: Int
    public var events: Int
    public var bytes: Int
    public var invitation: InvitationLink

    public init(_ person: PersonReply, _ invitation: InvitationLink) {
      userId = person.userId
      displayName = person.displayName
      role = person.role
      state = person.state
      createdAt = person.createdAt
      lastSeenAt = person.lastSeenAt
      hasPassword = person.hasPassword
      passkeys = person.passkeys
      links = person.links
      events = person.events
      bytes = person.bytes
      self.invitation = invitation
    }
  }

  public struct ListPeople: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<PersonReply>
    public static let name = "person.list"
    static let endpoint = Endpoint.get(
      "/people", ListPeople.self, parameters: Parameter.page, "List the people of this server by user id.",
      details: "For admins in a browser session. `events` and `bytes` are those of `waymark user list`."
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

  public struct CreatePerson: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<InvitedPerson>
    public static let name = "person.create"
    static let endpoint = Endpoint.write(
      .post, "/people", CreatePerson.self, "Invite a person.",
      details: """
        For admins with a recent sign-in. The response contains a link that works once, for seven days. The link is \
        shown only this once.
        """,
      example: #"{"userId": "kim", "displayName": "Kim"}"#
    ).returning(201).orConflict().inBrowser().receivingCredentials(as: "maker").receivingOrigin()

    public var userId: String
    public var displayName: String?
    public var role: PersonRole?
    public var maker: Maker?
    public var origin: String?

    public init(
      userId: String, displayName: String? = nil, role: PersonRole? = nil, maker: Maker? = nil, origin: String? = nil
    ) {
      self.userId = userId
      self.displayName = displayName
      self.role = role
      self.maker = maker
      self.origin = origin
    }
  }

  public struct InvitePerson: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<InvitationLink>
    public static let name = "person.invite"
    static let endpoint = Endpoint.make(
      .post, "/people/{id}/invitation", InvitePerson.self, parameters: [.personID],
      "Create a new invitation link for a person.",
      details: """
        For admins with a recent sign-in. The previous link ends. This also lets a person in who has lost their \
        password. 409 for a disabled person.
        """
    ).returning(201).orConflict().inBrowser().receivingCredentials(as: "maker").receivingOrigin()

    public var id: String
    public var maker: Maker?
    public var origin: String?

    public init(id: String, maker: Maker? = nil, origin: String? = nil) {
      self.id = id
      self.maker = maker
      self.origin = origin
    }
  }

  public struct PatchPerson: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<PersonReply>
    public static let name = "person.patch"
    static let endpoint = Endpoint.write(
      .patch, "/people/{id}", PatchPerson.self, parameters: [.personID],
      "Change a person's name, role or state.",
      details: """
        For admins with a recent sign-in. The sessions, tokens, streams and public links of a disabled person end \
        within one second. All but the sessions return when the person is enabled. The last active admin cannot be \
        demoted or disabled (409).
        """,
      example: #"{"state": "disabled"}"#
    ).orConflict().inBrowser().receivingCredentials(as: "maker")

    public var id: String
    public var displayName: Patch<String>
    public var role: Patch<PersonRole>
    public var state: Patch<PersonState>
    public var maker: Maker?

    public init(
      id: String, displayName: Patch<String> = .unchanged, role: Patch<PersonRole> = .unchanged,
      state: Patch<PersonState> = .unchanged, maker: Maker? = nil
    ) {
      self.id = id
      self.displayName = displayName
      self.role = role
      self.state = state
      self.maker = maker
    }
  }

  public struct DeletePerson: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "person.delete"
    static let endpoint = Endpoint.submit(
      .delete, "/people/{id}", DeletePerson.self, parameters: [.personID],
      "Delete a person and all their data.",
      details: """
        For admins with a recent sign-in. The body repeats the user id (422 if it differs). This cannot be undone. The \
        last active admin cannot be deleted (409).
        """,
      example: #"{"userId": "kim"}"#
    ).orConflict().inBrowser().receivingCredentials(as: "maker")

    public var id: String
    public var userId: String
    public var maker: Maker?

    public init(id: String, userId: String, maker: Maker? = nil) {
      self.id = id
      self.userId = userId
      self.maker = maker
    }
  }
}

extension SessionAPI.PersonReply: Described {
  public static var title: String { "Person" }
  public static let members: [String: Note] = [
    "userId": Note("The user id, which is also the name for signing in.", .userId, like: "kim"),
    "displayName": .name("The display name, or null if none is set.", like: "Kim"),
    "role": "Whether the person manages others.",
    "state": "Whether the person may sign in. An invited person has not signed in yet.",
    "createdAt": "When the person was invited or signed in first.",
    "lastSeenAt": "The minute of the last request or write, or null.",
    "hasPassword": "Whether the person has a password.",
    "passkeys": "The number of passkeys.",
    "links": "The number of links to a provider.",
    "events": "The number of events in the journal.",
    "bytes": "The total size of the events in bytes.",
  ]
}

extension SessionAPI.InvitedPerson: Described {
  public static var title: String { "InvitedPerson" }
  public static var members: [String: Note] {
    SessionAPI.PersonReply.members + ["invitation": "The link for the person. It is shown only once."]
  }
}

extension SessionAPI.CreatePerson: Described {
  public static var title: String { "PersonInput" }
  public static let members: [String: Note] = [
    "userId": Note("The user id, which is also the name for signing in.", .userId, like: "kim"),
    "displayName": .name("The display name.", like: "Kim"),
    "role": "Default: `member`.",
  ]
}

extension SessionAPI.PatchPerson: Described {
  public static var title: String { "PersonPatch" }
  public static let members: [String: Note] = [
    "displayName": .name("The display name in the person's profile.", like: "Kim"),
    "role": Note("Whether the person manages others.").lasting,
    "state": Note("Whether the person may sign in: `active` or `disabled`.").lasting,
  ]
}

extension SessionAPI.DeletePerson: Described {
  public static var title: String { "DeletionInput" }
  public static let members: [String: Note] = ["userId": Note("The same user id again.", .userId, like: "kim")]
}
