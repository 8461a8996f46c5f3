public import API

/// A foreign protocol below its own base path, such as `/kosync`. It parses requests, names the calls to make, and
/// writes responses, all in the form of its protocol. It performs no input or output and reads no clock: the edge
/// carries out its steps.
public protocol Connector: Sendable {
  var name: ConnectorName { get }
  /// Whether pages of any origin may call it.
  var isOpenToPages: Bool { get }

  /// Decides about a request by its head: the response, or the credentials and the body that it needs.
  func plan(_ head: ConnectorHead) -> ConnectorPlan

  /// Returns the first step for a complete request. The user is known if the plan named credentials.
  func handle(_ request: ConnectorRequest) -> ConnectorStep

  /// Returns an error in the form of the protocol.
  func response(to problem: ConnectorProblem, _ head: ConnectorHead) -> ConnectorResponse
}

extension Connector {
  public var isOpenToPages: Bool { false }
}

/// The decision about a request by its head.
public enum ConnectorPlan: Sendable {
  /// Respond without credentials. The body is discarded.
  case respond(ConnectorResponse)
  case reject(ConnectorProblem)
  case accept(ConnectorTerms)
}

/// The place of a body while it arrives.
public enum ConnectorStorage: Sendable {
  /// In memory, as the request's `body`.
  case memory
  /// On disk, durably: the request has an `upload`.
  case stored
  /// In a file of the edge, to be imported by `importBody`: the request's `upload` has only a size.
  case imported
}

/// The requirements of an accepted request.
public struct ConnectorTerms: Sendable {
  /// The credentials to verify first, or nil if the connector verifies others with a step.
  public var credentials: ConnectorCredentials?
  public var scope: ConnectorScope
  /// The greatest body in bytes.
  public var bodyBytes: Int
  public var storage: ConnectorStorage
  /// The time for all calls of the request, which is the client's.
  public var milliseconds: Int

  public init(
    credentials: ConnectorCredentials?, scope: ConnectorScope = .read, bodyBytes: Int = 0,
    storage: ConnectorStorage = .memory, milliseconds: Int
  ) {
    self.credentials = credentials
    self.scope = scope
    self.bodyBytes = bodyBytes
    self.storage = storage
    self.milliseconds = milliseconds
  }
}

public enum ConnectorScope: String, Sendable { case read, write }

/// The owner of valid credentials.
public struct ConnectorUser: Sendable, Equatable {
  public var id: String
  public var mayRead: Bool
  public var mayWrite: Bool

  public init(id: String, mayRead: Bool, mayWrite: Bool) {
    self.id = id
    self.mayRead = mayRead
    self.mayWrite = mayWrite
  }

  public func may(_ scope: ConnectorScope) -> Bool { scope == .read ? mayRead : mayWrite }
}
