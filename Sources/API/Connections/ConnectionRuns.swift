public import Domain
public import Proto

// The calls of the outbound service, which runs the connections.
extension SessionAPI {
  /// Takes a connection whose time has come.
  public struct LeaseConnection: Method {
    public typealias API = SessionAPI
    public static let name = "connection.lease"

    /// Users whose connections are running.
    public var busy: [String]

    public init(busy: [String] = []) { self.busy = busy }

    public struct Reply: Codable, Sendable {
      /// Nil if none is due.
      public var lease: ConnectionLease?
      public init(lease: ConnectionLease?) { self.lease = lease }
    }
  }

  public struct ConnectionLease: Codable, Hashable, Sendable {
    public var user: String
    public var id: String
    /// Names the run. It has to be renewed by pages.
    public var lease: String
    public var kind: ConnectionKind
    public var url: String
    public var secret: String
    /// Whether the list has to be read to its end.
    public var readsAll: Bool
    /// The stories of earlier runs whose covers are requested again.
    public var covers: [String]?

    public init(
      user: String, id: String, lease: String, kind: ConnectionKind, url: String, secret: String, readsAll: Bool,
      covers: [String]? = nil
    ) {
      self.user = user
      self.id = id
      self.lease = lease
      self.kind = kind
      self.url = url
      self.secret = secret
      self.readsAll = readsAll
      self.covers = covers
    }
  }

  /// Imports one page of sessions and renews the lease.
  public struct ImportForeignSessions: Method {
    public typealias API = SessionAPI
    public static let name = "connection.import"

    public var user: String
    public var id: String
    public var lease: String
    public var sessions: [ForeignSession]
    public var rejected: [ConnectionProblem]

    public init(
      user: String, id: String, lease: String, sessions: [ForeignSession], rejected: [ConnectionProblem]
    ) {
      self.user = user
      self.id = id
      self.lease = lease
      self.sessions = sessions
      self.rejected = rejected
    }

    public struct Reply: Codable, Hashable, Sendable {
      /// Whether something was new or had changed.
      public var hasNews: Bool
      /// The sessions of the server that are known now.
      public var known: Int
      /// The ids of the stories that were created.
      public var newStories: [String]

      public init(hasNews: Bool, known: Int, newStories: [String] = []) {
        self.hasNews = hasNews
        self.known = known
        self.newStories = newStories
      }
    }
  }

  /// Stores the cover of a story that a run has created, unless it has one, and renews the lease.
  public struct StoreForeignCover: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "connection.storeCover"

    public var user: String
    public var id: String
    public var lease: String
    public var storyId: String
    /// Empty if the server has no usable cover.
    public var image: [UInt8]

    public init(user: String, id: String, lease: String, storyId: String, image: [UInt8]) {
      self.user = user
      self.id = id
      self.lease = lease
      self.storyId = storyId
      self.image = image
    }
  }

  /// Ends a run.
  public struct FinishConnection: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "connection.finish"

    public var user: String
    public var id: String
    public var lease: String
    private var result: Result
    private var reason: String?
    private var status: Int?
    private var retryAfter: Int64?

    private enum Result: String, Codable { case whole, part, unavailable, refused, wrongAddress }

    public init(user: String, id: String, lease: String, outcome: ConnectionOutcome) {
      self.user = user
      self.id = id
      self.lease = lease
      switch outcome {
      case .success(let readsAll, let problem): (result, reason) = (readsAll ? .whole : .part, problem)
      case .unavailable(let reason, let pause): (result, self.reason, retryAfter) = (.unavailable, reason, pause)
      case .refused(let code): (result, status) = (.refused, code)
      case .wrongAddress(let reason): (result, self.reason) = (.wrongAddress, reason)
      }
    }

    public var outcome: ConnectionOutcome {
      switch result {
      case .whole: .success(readsAll: true, problem: reason)
      case .part: .success(readsAll: false, problem: reason)
      case .unavailable: .unavailable(reason: reason ?? "", retryAfter: retryAfter)
      case .refused: .refused(status: status ?? 0)
      case .wrongAddress: .wrongAddress(reason: reason ?? "")
      }
    }
  }
}
