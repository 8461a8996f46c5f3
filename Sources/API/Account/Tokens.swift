public import Chronology
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

      public init(user: String, scopes: [String], expiresAt: Instant?) {
        self.user = user
        self.scopes = scopes
        self.expiresAt = expiresAt
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
}
