public import Proto

/// The service that calls other servers.
public enum OutboundAPI: ServiceAPI {
  public static let service = "outbound"
}

extension OutboundAPI {
  /// Sends one request to another server.
  public struct Fetch: Method {
    public typealias API = OutboundAPI
    public static let name = "outbound.fetch"

    public enum Verb: String, Codable, Hashable, Sendable {
      case get = "GET"
      case post = "POST"
    }

    public var method: Verb
    public var url: String
    public var headers: [Header]
    public var body: [UInt8]?
    public var limits: Limits
    public var namedBy: Namer
    public var redirects: Redirects

    public init(
      _ method: Verb = .get, _ url: String, headers: [Header] = [], body: [UInt8]? = nil, limits: Limits = Limits(),
      namedBy: Namer = .user, redirects: Redirects = .none
    ) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
      self.limits = limits
      self.namedBy = namedBy
      self.redirects = redirects
    }

    /// The one who has named the server. The setting `WAYMARK_OUTGOING` limits the servers that users name.
    public enum Namer: String, Codable, Hashable, Sendable {
      case user, administrator
    }

    /// The redirects that are followed. They are only followed for GET.
    public struct Redirects: Codable, Hashable, Sendable {
      public var atMost: Int
      /// The hosts that they may lead to, as for `ServerAddress.isAmong`. Nil: the same host and port, or from http to
      /// https on the same host.
      public var hosts: [String]?

      public init(atMost: Int, hosts: [String]? = nil) {
        self.atMost = atMost
        self.hosts = hosts
      }

      public static let none = Redirects(atMost: 0)
    }

    public struct Header: Codable, Hashable, Sendable {
      public var name: String
      public var value: String

      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }

    public struct Limits: Codable, Hashable, Sendable {
      public var milliseconds: Int
      /// The most bytes of the response's body. Nil if the body is not of interest.
      public var bytes: Int?

      public init(milliseconds: Int = 10_000, bytes: Int? = 1 << 20) {
        self.milliseconds = milliseconds
        self.bytes = bytes
      }
    }

    /// Either a response, of any status, or the reason why there is none.
    public struct Reply: Codable, Hashable, Sendable {
      public var failure: Failure?
      public var status: Int
      public var contentType: String?
      public var entityTag: String?
      /// The header `Retry-After`: seconds or a date.
      public var retryAfter: String?
      public var body: [UInt8]

      public init(
        status: Int, contentType: String? = nil, entityTag: String? = nil, retryAfter: String? = nil,
        body: [UInt8] = []
      ) {
        self.status = status
        self.contentType = contentType
        self.entityTag = entityTag
        self.retryAfter = retryAfter
        self.body = body
      }

      public init(_ failure: Failure) {
        self.failure = failure
        status = 0
        body = []
      }
    }

    /// The reason why there is no response. It contains nothing that the other server has sent.
    public enum Failure: String, Codable, Hashable, Sendable {
      /// The URL or a header is malformed, or the scheme is neither http nor https.
      case invalid
      /// The host's name has no address.
      case unknownHost
      case unreachable
      /// The settings of this server do not allow the address, or a redirect leads to one that was not expected.
      case notAllowed
      /// The certificate is not valid, or the connection cannot be encrypted.
      case certificate
      case tooSlow
      case tooLarge
      /// The response is not HTTP.
      case malformed
      /// Too many requests wait.
      case overloaded
      /// libcurl is not installed.
      case noLibrary
    }
  }
}
