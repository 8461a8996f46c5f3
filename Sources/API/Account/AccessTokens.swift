public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let tokens: [Endpoint] = [
    SessionAPI.ListTokens.endpoint,
    SessionAPI.CreateToken.endpoint,
    SessionAPI.RevokeToken.endpoint,
  ]
}

extension SessionAPI {
  /// A token as its owner sees it.
  public struct AccessToken: Codable, Hashable, Sendable {
    public var id: String
    public var name: String?
    public var kind: TokenKind
    public var scopes: [TokenScope]
    public var createdAt: Instant
    public var expiresAt: Instant?
    public var lastUsedAt: Instant?
    public var isCurrent: Bool

    public init(
      id: String, name: String?, kind: TokenKind, scopes: [TokenScope], createdAt: Instant, expiresAt: Instant?,
      lastUsedAt: Instant?, isCurrent: Bool
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.scopes = scopes
      self.createdAt = createdAt
      self.expiresAt = expiresAt
      self.lastUsedAt = lastUsedAt
      self.isCurrent = isCurrent
    }
  }

  public enum TokenScope: String, Codable, CaseIterable, Sendable { case read, write }

  /// The kinds that a call can create. A browser's token is created by signing in.
  public enum MadeTokenKind: String, Codable, CaseIterable, Sendable { case token, device }

  public struct ListTokens: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<AccessToken>
    public static let name = "token.list"
    static let endpoint = Endpoint.get(
      "/tokens", ListTokens.self, parameters: Parameter.page, "List the valid tokens, oldest first.",
      details: """
        Tokens, devices and browsers that are valid now. `lastUsedAt` is accurate to the minute. A crash can lose the \
        last two minutes of it.
        """
    ).receivingCredentials(as: "maker")

    public var limit: Int?
    public var cursor: String?
    public var maker: Maker?

    public init(limit: Int? = nil, cursor: String? = nil, maker: Maker? = nil) {
      self.limit = limit
      self.cursor = cursor
      self.maker = maker
    }
  }

  public struct CreateToken: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<MadeToken>
    public static let name = "token.create"
    static let endpoint = Endpoint.write(
      .post, "/tokens", CreateToken.self, "Create a token.",
      details: """
        `token` appears only in this response. The new token has at most the scopes and the lifetime of the \
        credentials that create it; both default to those of the credentials. A `device` token is made to be typed: \
        hyphens and capital letters do not matter. A user has at most 100 tokens; creating more returns 409.
        """,
      example: #"{"name": "e-reader", "kind": "device", "scopes": ["read", "write"]}"#
    ).returning(201).orConflict().receivingCredentials(as: "maker")

    public var name: String
    public var kind: MadeTokenKind?
    public var scopes: [TokenScope]?
    public var expiresAt: Instant?
    public var maker: Maker?

    public init(
      name: String, kind: MadeTokenKind? = nil, scopes: [TokenScope]? = nil, expiresAt: Instant? = nil,
      maker: Maker? = nil
    ) {
      self.name = name
      self.kind = kind
      self.scopes = scopes
      self.expiresAt = expiresAt
      self.maker = maker
    }
  }

  /// A new token, including its secret.
  public struct MadeToken: Codable, Hashable, Sendable {
    public var id: String
    public var name: String?
    public var kind: TokenKind
    public var scopes: [TokenScope]
    public var createdAt: Instant
    public var expiresAt: Instant?
    public var lastUsedAt: Instant?
    public var isCurrent: Bool
    public var token: String

    public init(_ token: AccessToken, text: String) {
      id = token.id
      name = token.name
      kind = token.kind
      scopes = token.scopes
      createdAt = token.createdAt
      expiresAt = token.expiresAt
      lastUsedAt = token.lastUsedAt
      isCurrent = token.isCurrent
      self.token = text
    }
  }

  public struct RevokeToken: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "token.revoke"
    static let endpoint = Endpoint.mark(
      .delete, "/tokens/{id}", RevokeToken.self, parameters: [.givenID], "Revoke a token.",
      details: "The token, and the browsers that signed in with it, are rejected within one second.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.AccessToken: Described {
  public static let members: [String: Note] = [
    "id": .id("The id of the token. It does not reveal the secret.", like: "9f2c4a51d07be638"),
    "name": .name("The purpose, or null if none was given.", like: "e-reader"),
    "kind": "The kind of client that uses the token: a program (`token`), a device or a browser.",
    "scopes": "The permissions of the token.",
    "createdAt": "The time of creation.",
    "expiresAt": "When the token expires, or null if it does not expire.",
    "lastUsedAt": "The minute of the last use, or null if it was never used.",
    "isCurrent": "Whether this request was made with this token.",
  ]
}

extension SessionAPI.MadeToken: Described {
  public static var title: String { "MadeToken" }
  public static var members: [String: Note] {
    SessionAPI.AccessToken.members + ["token": Note("The secret. It is shown only once.", like: "7kq2-m0vd-xh5c-94tb")]
  }
}

extension SessionAPI.CreateToken: Described {
  public static var title: String { "TokenInput" }
  public static let members: [String: Note] = [
    "name": .name("The purpose.", like: "e-reader"),
    "kind": "Default: `token`.",
    "scopes": "The permissions of the token. Default: the scopes of the credentials that create it.",
    "expiresAt":
      "When the token expires, at the latest when the credentials that create it expire, which is the default.",
  ]
}
