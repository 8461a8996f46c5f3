public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// What the edge asks about a presented token, by its SHA-256 alone; `unauthenticated` where it is unknown, expired
  /// or revoked. A user begins with the first such call.
  public struct VerifyToken: Method {
    public typealias API = SessionAPI
    public static let name = "token.verify"
    public var hash: [UInt8]
    public init(hash: [UInt8]) { self.hash = hash }

    public struct Reply: Codable, Sendable {
      public var user: String
      public var scopes: [String]
      public var expiresAt: Instant?
      public var id: String
      public var kind: TokenKind

      /// A browser's is good as a cookie alone, and no other is good as one.
      public var isCookie: Bool { kind == .browser }

      public init(
        user: String, scopes: [String], expiresAt: Instant?, id: String = "", kind: TokenKind = .token
      ) {
        self.user = user
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.id = id
        self.kind = kind
      }
    }
  }

  /// Which of several presented tokens are good no longer: what the edge asks again and again while something is open
  /// that they opened.
  public struct CheckTokens: Method {
    public typealias API = SessionAPI
    public static let name = "token.check"
    /// Their SHA-256, 32 bytes each, one behind the other.
    public var hashes: [UInt8]
    public init(hashes: [UInt8]) { self.hashes = hashes }

    public struct Reply: Codable, Sendable {
      /// Their places in the call, from 0.
      public var ended: [Int]
      public init(ended: [Int]) { self.ended = ended }
    }
  }

  /// Begins the calling user where they are new: the edge sends it for the holder of a JWT.
  public struct OpenAccount: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "account.open"
    public init() {}
  }

  /// The credentials of a call, which the edge writes into the arguments that ask for them: no client can.
  public struct Maker: Codable, Hashable, Sendable {
    /// Nil where they are not a token of ours.
    public var id: String?
    public var scopes: [String]
    public var expiresAt: Instant?

    public init(id: String?, scopes: [String], expiresAt: Instant?) {
      self.id = id
      self.scopes = scopes
      self.expiresAt = expiresAt
    }
  }
}
