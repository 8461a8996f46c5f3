public import Chronology
public import Languages
public import Proto

extension Endpoints {
  static let connectors: [Endpoint] = [SessionAPI.ListConnectors.endpoint]
}

extension SessionAPI {
  /// Lists the connectors with what the user enters into a client.
  public struct ListConnectors: Method {
    public typealias API = SessionAPI
    public static let name = "connector.list"
    static let endpoint = Endpoint.get(
      "/connectors", ListConnectors.self, "List the ways in which other clients and servers connect.",
      details: """
        `address` and `user` are the texts to enter into the client, with a token as the password. In the address of \
        `koinsight`, the token replaces `{token}`. `lastProblem` states what the last request could not store, and why.
        """
    ).receivingOrigin().inLanguages()

    /// The address at which the client has reached the server.
    public var origin: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(origin: String? = nil, lang: Language? = nil) {
      self.origin = origin
      self.lang = lang
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var connectors: [ConnectorReply]
      public init(connectors: [ConnectorReply]) { self.connectors = connectors }
    }
  }

  public struct ConnectorReply: Codable, Hashable, Sendable {
    public var name: ConnectorName
    public var title: String
    public var isOn: Bool
    public var address: String?
    public var user: String
    public var lastSeenAt: Instant?
    public var lastProblem: ConnectorProblem?
    public var itemCount: Int?

    public init(
      name: ConnectorName, title: String, isOn: Bool, address: String?, user: String, lastSeenAt: Instant?,
      lastProblem: ConnectorProblem?, itemCount: Int?
    ) {
      self.name = name
      self.title = title
      self.isOn = isOn
      self.address = address
      self.user = user
      self.lastSeenAt = lastSeenAt
      self.lastProblem = lastProblem
      self.itemCount = itemCount
    }
  }

  public struct ConnectorProblem: Codable, Hashable, Sendable {
    public var at: Instant
    public var message: String

    public init(at: Instant, message: String) {
      self.at = at
      self.message = message
    }
  }

  /// Records that a client of the user has used a connector, and what could not be stored. The edge makes this call at
  /// most once a minute without a problem.
  public struct NoteConnector: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "connector.note"
    public var connector: ConnectorName
    public var problem: String?

    public init(_ connector: ConnectorName, problem: String? = nil) {
      self.connector = connector
      self.problem = problem
    }
  }
}

extension SessionAPI.ListConnectors.Reply: Described {
  public static var title: String { "Connectors" }
  public static let members: [String: Note] = ["connectors": "All connectors, in a fixed order."]
}

extension SessionAPI.ConnectorReply: Described {
  public static var title: String { "Connector" }
  public static let members: [String: Note] = [
    "name": "The connector.",
    "title": Note("A name for people.", like: "KOReader progress"),
    "isOn": "Whether the operator has switched it on.",
    "address": Note("The address to enter into the client, or null.", like: "https://waymark.example.org/kosync"),
    "user": .id("The name to enter into the client.", like: "ada"),
    "lastSeenAt": "The minute of the last request, or null.",
    "lastProblem": "The items that could not be stored; null if there are none.",
    "itemCount": Note(
      """
      The number of files of `dav`, positions of `kosync`, plays of `gpodder`, listens of `listenbrainz` and sessions \
      of `pull`. Null for the others; `GET /imports` lists what their files have added.
      """, .from(0), like: 12),
  ]
}

extension SessionAPI.ConnectorProblem: Described {
  public static let members: [String: Note] = [
    "at": "The time of the request.",
    "message": Note("The items that were skipped, and why.", like: "1 row was skipped: its time is in the future"),
  ]
}
