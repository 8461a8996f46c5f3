public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let connections: [Endpoint] = [
    SessionAPI.ListConnections.endpoint,
    SessionAPI.CreateConnection.endpoint,
    SessionAPI.FetchConnection.endpoint,
    SessionAPI.PatchConnection.endpoint,
    SessionAPI.DeleteConnection.endpoint,
    SessionAPI.RunConnection.endpoint,
  ]
}

extension SessionAPI {
  public struct ConnectionReply: Codable, Hashable, Sendable {
    public struct State: Codable, Hashable, Sendable {
      public var phase: ConnectionState.Phase
      public var lastRunAt: Instant?
      public var lastSuccessAt: Instant?
      public var nextRunAt: Instant?
      public var problem: String?
      public var added: Int
      public var alreadyThere: Int
      public var rejected: Int
      public var problems: [ConnectionProblem]

      init(_ state: ConnectionState) {
        phase = state.phase
        lastRunAt = state.lastRunAt
        lastSuccessAt = state.lastSuccessAt
        nextRunAt = state.phase == .running ? nil : state.nextRunAt
        problem = state.problem
        added = state.added
        alreadyThere = state.alreadyThere
        rejected = state.rejected
        problems = state.problems
      }
    }

    public var id: String
    public var kind: ConnectionKind
    public var url: String
    public var every: Int
    public var isOn: Bool
    public var createdAt: Instant
    public var state: State

    public init(_ connection: Connection) {
      id = connection.id
      kind = connection.kind
      url = connection.url
      every = connection.every
      isOn = connection.isOn
      createdAt = connection.createdAt
      state = State(connection.state)
    }
  }

  public struct ListConnections: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ConnectionReply>
    public static let name = "connection.list"
    static let endpoint = Endpoint.get(
      "/connections", ListConnections.self, parameters: Parameter.page, "List the connections, oldest first.",
      details: "A connection reads listening sessions from another server. The secrets are not included.")

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  public struct FetchConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = ConnectionReply
    public static let name = "connection.get"
    static let endpoint = Endpoint.get(
      "/connections/{id}", FetchConnection.self, parameters: [.givenID], "Get one connection.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct CreateConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ConnectionReply>
    public static let name = "connection.create"
    static let endpoint = Endpoint.write(
      .post, "/connections", CreateConnection.self, "Create a connection.",
      details: """
        The server is called first, within 10 seconds: 422 names `secret` if it rejects the secret, and `url` if it \
        cannot be reached or has no list of sessions. The same kind and address again, or an 11th connection, is 409.
        """,
      example: """
        {"kind": "audiobookshelf", "url": "https://books.example.org", "secret": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln"}
        """
    ).returning(201).orConflict().callingOthers()

    public var kind: ConnectionKind
    public var url: String
    public var secret: String
    public var every: Int?
    public var isOn: Bool?

    public init(
      kind: ConnectionKind = .audiobookshelf, url: String, secret: String, every: Int? = nil, isOn: Bool? = nil
    ) {
      self.kind = kind
      self.url = url
      self.secret = secret
      self.every = every
      self.isOn = isOn
    }
  }

  public struct PatchConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ConnectionReply>
    public static let name = "connection.patch"
    static let endpoint = Endpoint.write(
      .patch, "/connections/{id}", PatchConnection.self, parameters: [.givenID], "Change a connection.",
      details: "A new address or secret is tested as for a new connection.", example: #"{"every": 60}"#
    ).orConflict().callingOthers()

    public var id: String
    public var url: Patch<String>
    public var secret: Patch<String>
    public var every: Patch<Int>
    public var isOn: Patch<Bool>

    public init(
      id: String, url: Patch<String> = .unchanged, secret: Patch<String> = .unchanged,
      every: Patch<Int> = .unchanged, isOn: Patch<Bool> = .unchanged
    ) {
      self.id = id
      self.url = url
      self.secret = secret
      self.every = every
      self.isOn = isOn
    }
  }

  public struct DeleteConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "connection.delete"
    static let endpoint = Endpoint.mark(
      .delete, "/connections/{id}", DeleteConnection.self, parameters: [.givenID], "Delete a connection.",
      details: "Imported sessions stay.")

    public var id: String
    public init(id: String) { self.id = id }
  }

  public struct RunConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = ConnectionReply
    public static let name = "connection.run"
    static let endpoint = Endpoint.perform(
      .post, "/connections/{id}/run", RunConnection.self, parameters: [.givenID], "Run a connection now.",
      details: "A run in progress is joined. 409 if the connection is off or its stored secret cannot be read."
    ).returning(202).orConflict()

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.ConnectionReply: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "00010203040506ff"),
    "kind": "The kind of server.",
    "url": Note("The address of the server.", like: "https://books.example.org"),
    "every": Note("Minutes between runs.", .range(ConnectionRules.every), like: 15),
    "isOn": "Whether it runs regularly.",
    "createdAt": "The time of creation.",
    "state": "The last run and the next one.",
  ]
}

extension SessionAPI.ConnectionReply.State: Described {
  public static var title: String { "ConnectionState" }
  public static let members: [String: Note] = [
    "phase": """
    The current phase. `retrying`: the last run failed and is repeated. `refused`: the server rejects the secret. \
    `wrongAddress`: the address has no usable list. `needsSecret`: the stored secret cannot be read; set it again.
    """,
    "lastRunAt": "The start of the last run, or null if there was none.",
    "lastSuccessAt": "The end of the last successful run, or null if there was none.",
    "nextRunAt": "The next run, or null during a run and if none is planned.",
    "problem": Note("Why the last run failed, or read only a part; otherwise null.", like: "the host is not known"),
    "added": "The number of sessions that all runs have added.",
    "alreadyThere": "The number of sessions that runs have read and that existed.",
    "rejected": "The number of sessions that could not be imported.",
    "problems": "The last 20 rejected sessions, latest first.",
  ]
}

extension ConnectionProblem: Described {
  public static var title: String { "ConnectionProblem" }
  public static let members: [String: Note] = [
    "item": Note("The session at the other server.", like: "play_9x"), "reason": "Why it was rejected.",
  ]
}

extension SessionAPI.CreateConnection: Described {
  public static var title: String { "ConnectionInput" }
  public static let members: [String: Note] = [
    "kind": "The kind of server.",
    "url": .serverURL,
    "secret": .serverSecret,
    "every": Note("Minutes between runs. Default: 15.", .range(ConnectionRules.every), like: 15),
    "isOn": "Whether it runs regularly. Default: true.",
  ]
}

extension SessionAPI.PatchConnection: Described {
  public static var title: String { "ConnectionPatch" }
  public static let members: [String: Note] = [
    "url": Note.serverURL.lasting,
    "secret": Note.serverSecret.lasting,
    "every": Note("Minutes between runs.", .range(ConnectionRules.every), like: 15).lasting,
    "isOn": Note("Whether it runs regularly.").lasting,
  ]
}

extension Note {
  fileprivate static let serverURL = Note(
    "The http or https address of the server, with its path if it has one.",
    .text(1...ConnectionRules.longestURL, form: "^https?://[!-~]+$"), like: "https://books.example.org")
  fileprivate static let serverSecret = Note(
    "The API key or token of the user at the server. It is never shown again.",
    .text(1...ConnectionRules.longestSecret, form: "^[!-~]+$"), like: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln")
}
