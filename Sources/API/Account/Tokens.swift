public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// Verifies a presented token by its SHA-256. Throws `unauthenticated` if the token is unknown, expired or revoked.
  /// The first such call creates the user. With `isMD5`, the hash is that of the lower-case MD5 of a device token, and
  /// with `isPodcastCookie` that of a cookie that stands for a token.
  public struct VerifyToken: Method {
    public typealias API = SessionAPI
    public static let name = "token.verify"
    public var hash: [UInt8]
    public var isMD5: Bool?
    public var isPodcastCookie: Bool?

    public init(hash: [UInt8], isMD5: Bool? = nil, isPodcastCookie: Bool? = nil) {
      self.hash = hash
      self.isMD5 = isMD5
      self.isPodcastCookie = isPodcastCookie
    }

    public struct Reply: Codable, Sendable {
      public var user: String
      public var scopes: [String]
      public var expiresAt: Instant?
      public var id: String
      public var kind: TokenKind
      /// The lifetime of the browser's cookie, if this call has moved its end.
      public var renewedSeconds: Int?

      /// Whether the token is accepted only as a cookie. All other tokens are accepted only in the header.
      public var isCookie: Bool { kind == .browser }

      public init(
        user: String, scopes: [String], expiresAt: Instant?, id: String = "", kind: TokenKind = .token,
        renewedSeconds: Int? = nil
      ) {
        self.user = user
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.id = id
        self.kind = kind
        self.renewedSeconds = renewedSeconds
      }
    }
  }

  /// Returns which of the presented tokens have ended. The edge repeats this call for the tokens of open streams.
  public struct CheckTokens: Method {
    public typealias API = SessionAPI
    public static let name = "token.check"
    /// The tokens' SHA-256 digests, 32 bytes each, concatenated.
    public var hashes: [UInt8]
    /// Users whose requests have other credentials.
    public var users: [String]?

    public init(hashes: [UInt8], users: [String]? = nil) {
      self.hashes = hashes
      self.users = users
    }

    public struct Reply: Codable, Sendable {
      /// The indices, starting at 0, of the tokens that have ended.
      public var ended: [Int]
      /// Those of the users who may not sign in.
      public var disabled: [String]?

      public init(ended: [Int], disabled: [String]? = nil) {
        self.ended = ended
        self.disabled = disabled
      }
    }
  }

  /// Creates the calling user if they are new. The edge calls it for users who sign in with a JWT.
  public struct OpenAccount: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "account.open"
    public init() {}
  }

  /// The credentials of the request. The edge writes them into the arguments that need them; clients cannot set them.
  public struct Maker: Codable, Hashable, Sendable {
    /// Nil if the credentials are not a token that this system issued.
    public var id: String?
    public var scopes: [String]
    public var expiresAt: Instant?
    /// Nil if an earlier version of the edge wrote it.
    public var proof: Proof?

    public init(id: String?, scopes: [String], expiresAt: Instant?, proof: Proof? = nil) {
      self.id = id
      self.scopes = scopes
      self.expiresAt = expiresAt
      self.proof = proof
    }
  }
}
