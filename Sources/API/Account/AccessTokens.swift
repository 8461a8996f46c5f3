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
  /// A credential as its owner sees it.
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

  /// A browser gets its own by signing in.
  public enum MadeTokenKind: String, Codable, CaseIterable, Sendable { case token, device }

  public struct ListTokens: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<AccessToken>
    public static let name = "token.list"
    static let endpoint = Endpoint.get(
      "/tokens", ListTokens.self, parameters: Parameter.page, "What signs this user in, the oldest first.",
      details: """
        Tokens, devices and browsers that are good now. `lastUsedAt` is kept to the minute, and may lack the last two \
        minutes after a crash.
        """
    ).naming(maker: "maker")

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
      .post, "/tokens", CreateToken.self, "Make a token.",
      details: """
        `token` is shown in this answer alone. The new one has at most the scopes and the life of the credentials that \
        make it, and as much of both as they have where nothing is asked for. A `device` is typed by hand: its hyphens \
        and capitals do not matter. A user has at most 100; one more is 409.
        """,
      example: #"{"name": "e-reader", "kind": "device", "scopes": ["read", "write"]}"#
    ).answering(201).orConflict().naming(maker: "maker")

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

  /// A new token with itself.
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
      details: "Within a second it is no longer accepted, nor are the browsers that signed in with it.")

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension SessionAPI.AccessToken: Described {
  public static let members: [String: Note] = [
    "id": .id("Names the token, and does not give it away.", like: "9f2c4a51d07be638"),
    "name": .name("What it is for; null where nothing was said.", like: "e-reader"),
    "kind": "What signs in with it.",
    "scopes": "What it allows.",
    "createdAt": "When it was made.",
    "expiresAt": "When it ends by itself, null where it does not.",
    "lastUsedAt": "The minute in which it was used last, null before that.",
    "isCurrent": "Whether this call was made with it.",
  ]
}

extension SessionAPI.MadeToken: Described {
  public static var title: String { "MadeToken" }
  public static var members: [String: Note] {
    SessionAPI.AccessToken.members + ["token": Note("The token itself.", like: "7kq2-m0vd-xh5c-94tb")]
  }
}

extension SessionAPI.CreateToken: Described {
  public static var title: String { "TokenInput" }
  public static let members: [String: Note] = [
    "name": .name("What it is for.", like: "e-reader"),
    "kind": "`token` if left out.",
    "scopes": "Those of the credentials that make it if left out.",
    "expiresAt": "The end of the credentials that make it if left out, or if it is later than that.",
  ]
}
