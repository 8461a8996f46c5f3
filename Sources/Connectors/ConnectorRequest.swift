public import Chronology

/// The head of a request below a connector's base.
public struct ConnectorHead: Sendable, Equatable {
  /// The method as it was sent, such as `PROPFIND`.
  public var method: String
  /// The names of the path below the base, decoded once, without empty ones.
  public var path: [String]
  /// The pairs of the query, decoded.
  public var query: [ConnectorPair]
  /// The header fields with their names in lower case, in order.
  public var fields: [ConnectorPair]
  /// The absolute path of the base as the client sees it, including the public path: `/kosync`.
  public var base: String
  /// The URL of the base as the client sees it: `https://waymark.example.org/kosync`.
  public var address: String
  public var contentLength: Int?
  public var hasBody: Bool

  public init(
    method: String, path: [String], query: [ConnectorPair] = [], fields: [ConnectorPair] = [], base: String = "",
    address: String = "", contentLength: Int? = nil, hasBody: Bool = false
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.base = base
    self.address = address
    self.contentLength = contentLength
    self.hasBody = hasBody
  }

  /// The first header field of that name, which is in lower case.
  public func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The last parameter of that name.
  public func parameter(_ name: String) -> String? { query.last { $0.name == name }?.value }
}

/// A name and its value.
public struct ConnectorPair: Sendable, Equatable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A complete request.
public struct ConnectorRequest: Sendable {
  public var head: ConnectorHead
  /// The owner of the credentials that the plan named.
  public var user: ConnectorUser?
  public var body: [UInt8]
  /// The stored body, if the terms asked for it.
  public var upload: ConnectorUpload?
  /// The time at which the request was complete.
  public var now: Instant

  public init(
    head: ConnectorHead, user: ConnectorUser? = nil, body: [UInt8] = [], upload: ConnectorUpload? = nil,
    now: Instant = Instant(seconds: 0)
  ) {
    self.head = head
    self.user = user
    self.body = body
    self.upload = upload
    self.now = now
  }
}

/// A body that is stored on disk under a number. It is deleted after an hour unless a call uses it.
public struct ConnectorUpload: Sendable, Equatable {
  public var blob: Int64
  public var size: Int
  public var sha256: [UInt8]

  public init(blob: Int64, size: Int, sha256: [UInt8]) {
    self.blob = blob
    self.size = size
    self.sha256 = sha256
  }
}

/// A complete response.
public struct ConnectorResponse: Sendable, Equatable {
  public var status: Int
  public var contentType: String?
  public var fields: [ConnectorPair]
  public var body: [UInt8]
  /// The outcome of the items in the request, for the metrics.
  public var items: ConnectorItems
  /// The data that could not be stored, for `lastProblem`.
  public var problem: String?

  public init(
    status: Int = 200, contentType: String? = nil, fields: [ConnectorPair] = [], body: [UInt8] = [],
    items: ConnectorItems = ConnectorItems(), problem: String? = nil
  ) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.body = body
    self.items = items
    self.problem = problem
  }
}

/// Numbers of items by their outcome.
public struct ConnectorItems: Sendable, Equatable {
  public var added: Int
  public var alreadyThere: Int
  public var rejected: Int

  public init(added: Int = 0, alreadyThere: Int = 0, rejected: Int = 0) {
    self.added = added
    self.alreadyThere = alreadyThere
    self.rejected = rejected
  }
}

/// An error, before the connector gives it the form of its protocol.
public struct ConnectorProblem: Error, Sendable, Equatable {
  /// An HTTP status.
  public var status: Int
  public var message: String

  public init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  public static let notFound = ConnectorProblem(404, "no file or call has this path; check the path")
  public static let badCredentials = ConnectorProblem(401, "the credentials are missing, wrong, expired or revoked")

  public static func forbidden(_ scope: ConnectorScope) -> ConnectorProblem {
    ConnectorProblem(403, "the token lacks the scope \(scope.rawValue)")
  }

  public static func tooLarge(_ most: Int) -> ConnectorProblem {
    ConnectorProblem(413, "the body is over \(most) bytes, the limit")
  }
}
