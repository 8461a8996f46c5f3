public import Foundation

/// A token as the server lists it; what it is made of is shown once, when it is made.
public struct TokenInfo: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var name: String?
  public var kind: TokenKind
  public var scopes: [TokenScope]
  public var createdAt: Date
  public var expiresAt: Date?
  /// To the minute; nil until it is used.
  public var lastUsedAt: Date?
  /// The one that this call was made with.
  public var isCurrent: Bool
}

/// A token that was just made.
public struct CreatedToken: Codable, Sendable, Hashable {
  public var info: TokenInfo
  /// To be kept in the keychain: the server shows it this once.
  public var token: String

  public init(from decoder: any Decoder) throws {
    info = try TokenInfo(from: decoder)
    token = try decoder.container(keyedBy: Member.self).decode(String.self, forKey: .token)
  }

  public func encode(to encoder: any Encoder) throws {
    try info.encode(to: encoder)
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(token, forKey: .token)
  }

  private enum Member: String, CodingKey {
    case token
  }
}

public struct TokenKind: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let token = TokenKind(rawValue: "token")
  /// Short, to be typed on an e-reader.
  public static let device = TokenKind(rawValue: "device")
  /// A browser that is signed in; it cannot be made, only ended.
  public static let browser = TokenKind(rawValue: "browser")
}

public struct TokenScope: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let read = TokenScope(rawValue: "read")
  public static let write = TokenScope(rawValue: "write")
}

/// What is asked for; the server gives at most the scopes and the life of the token that asks.
public struct TokenDraft: Codable, Sendable, Hashable {
  public var name: String
  public var kind: TokenKind?
  public var scopes: [TokenScope]?
  public var expiresAt: Date?

  public init(name: String, kind: TokenKind? = nil, scopes: [TokenScope]? = nil, expiresAt: Date? = nil) {
    self.name = name
    self.kind = kind
    self.scopes = scopes
    self.expiresAt = expiresAt
  }
}

extension WaymarkClient {
  public func accessTokens(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<TokenInfo> {
    try await fetch(Page<TokenInfo>.self, .get("tokens", query: Self.page(limit, cursor)))
  }

  public func createToken(_ draft: TokenDraft) async throws(APIError) -> CreatedToken {
    try await fetch(CreatedToken.self, .post("tokens", body: WireFormat.encode(draft)))
  }

  /// Within a second it is refused.
  public func revokeToken(_ id: String) async throws(APIError) {
    _ = try await send(.delete("tokens", id))
  }
}
