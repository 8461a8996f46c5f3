public import Foundation

/// A token, a device or a signed-in browser. It does not contain the secret.
public struct TokenInfo: Codable, Sendable, Hashable, Identifiable {
  /// The id, for ``WaymarkClient/revokeToken(_:)``.
  public var id: String
  /// The name that was given when it was created, or nil if it has none.
  public var name: String?
  /// The purpose of the token.
  public var kind: TokenKind
  /// The allowed operations.
  public var scopes: [TokenScope]
  /// When the token was created.
  public var createdAt: Date
  /// When the token expires, or nil if it does not expire.
  public var expiresAt: Date?
  /// When the token was last used, to the minute, or nil if it was never used.
  public var lastUsedAt: Date?
  /// Whether this call was made with the token.
  public var isCurrent: Bool
}

/// A token that was just created, with its secret.
public struct CreatedToken: Codable, Sendable, Hashable {
  /// The description of the token.
  public var info: TokenInfo
  /// The secret to send. Store it in the keychain: the server sends it only once.
  public var token: String

  /// Decodes the description and the secret from one object.
  public init(from decoder: any Decoder) throws {
    info = try TokenInfo(from: decoder)
    token = try decoder.container(keyedBy: Member.self).decode(String.self, forKey: .token)
  }

  /// Encodes the description and the secret as one object.
  public func encode(to encoder: any Encoder) throws {
    try info.encode(to: encoder)
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(token, forKey: .token)
  }

  private enum Member: String, CodingKey {
    case token
  }
}

/// The purpose of a token.
public struct TokenKind: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a kind from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An app or a script.
  public static let token = TokenKind(rawValue: "token")
  /// A device such as an e-reader, with a short token that is typed by hand.
  public static let device = TokenKind(rawValue: "device")
  /// A signed-in browser. It can be revoked but not created.
  public static let browser = TokenKind(rawValue: "browser")
}

/// An operation that a token allows.
public struct TokenScope: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a scope from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reading data.
  public static let read = TokenScope(rawValue: "read")
  /// Changing data.
  public static let write = TokenScope(rawValue: "write")
}

/// The content of a token to create. The token gets at most the scopes and the lifetime of the token that creates it.
public struct TokenDraft: Codable, Sendable, Hashable {
  /// The name in the list of tokens.
  public var name: String
  /// The kind; ``TokenKind/token`` if nil.
  public var kind: TokenKind?
  /// The scopes; those of the creating token if nil.
  public var scopes: [TokenScope]?
  /// When the token expires; with the creating token if nil.
  public var expiresAt: Date?

  /// Creates the content of a token.
  public init(name: String, kind: TokenKind? = nil, scopes: [TokenScope]? = nil, expiresAt: Date? = nil) {
    self.name = name
    self.kind = kind
    self.scopes = scopes
    self.expiresAt = expiresAt
  }
}

extension WaymarkClient {
  /// Returns a page of the tokens, devices and browsers that are currently valid, oldest first.
  public func accessTokens(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<TokenInfo> {
    try await fetch(Page<TokenInfo>.self, .get("tokens", query: Self.page(limit, cursor)))
  }

  /// Creates a token. Throws ``APIError/conflict(detail:)`` if the user has too many.
  public func createToken(_ draft: TokenDraft) async throws(APIError) -> CreatedToken {
    try await fetch(CreatedToken.self, .post("tokens", body: WireFormat.encode(draft)))
  }

  /// Revokes a token. The server rejects it within a second.
  public func revokeToken(_ id: String) async throws(APIError) {
    _ = try await send(.delete("tokens", id))
  }
}
