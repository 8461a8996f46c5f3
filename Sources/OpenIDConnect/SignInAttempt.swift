public import Chronology
import Crypto

/// A sign-in that a browser has begun and not finished. It is in a sealed cookie of that browser.
public struct SignInAttempt: Codable, Hashable, Sendable {
  public static let seconds: Int64 = 600
  static let stateByteCount = 16
  static let secretByteCount = 32

  /// The purpose decides how the sign-in ends.
  public enum Purpose: Codable, Hashable, Sendable {
    case signIn
    /// The account at the provider is linked to the user of a browser session.
    case link(user: String, session: String?)
    /// An app that gets a code of this server.
    case app(AppRequest)
  }

  public var stateBytes: [UInt8]
  /// The verifier and the nonce are derived from it.
  private var secret: [UInt8]
  public var to: String
  public var beganAt: Instant
  public var purpose: Purpose
  /// The hash of the browser's cookie when it began. The new session replaces that one, which is not sent with the
  /// provider's redirect.
  public var cookie: [UInt8]?

  public init(to: String, purpose: Purpose, cookie: [UInt8]?, beganAt: Instant) {
    stateBytes = RandomBytes.make(Self.stateByteCount)
    secret = RandomBytes.make(Self.secretByteCount)
    self.to = to
    self.purpose = purpose
    self.cookie = cookie
    self.beganAt = beganAt
  }

  public var state: String { Base64URL.encode(stateBytes) }
  public var verifier: String { PKCE.verifier(of: secret) }
  public var nonce: String { Base64URL.encode(SHA256.hash([UInt8]("nonce".utf8) + secret)) }
  public var endsAt: Instant { beganAt + Self.seconds }

  public func isOpen(at now: Instant) -> Bool { beganAt <= now && now < endsAt }
}

/// The request of an app: where its code goes, and how it proves that it made the request.
public struct AppRequest: Codable, Hashable, Sendable {
  public static let longestState = 300

  public var redirect: String
  public var challenge: String
  public var state: String?

  public init(redirect: String, challenge: String, state: String?) {
    self.redirect = redirect
    self.challenge = challenge
    self.state = state
  }

  /// The address that ends the sign-in, with a code or an error.
  public func address(_ name: String, _ value: String) -> String {
    QueryText.adding([(name, value)] + (state.map { [("state", $0)] } ?? []), to: redirect)
  }
}

/// The attempts of a browser's tabs, oldest first.
public struct OpenAttempts: Codable, Hashable, Sendable {
  public static let most = 5

  public private(set) var list: [SignInAttempt] = []

  public init() {}

  /// Adds an attempt. Evicts the oldest one if there are too many.
  public mutating func add(_ attempt: SignInAttempt, now: Instant) {
    list = list.filter { $0.isOpen(at: now) }.suffix(Self.most - 1) + [attempt]
  }

  public mutating func removeOldest() {
    if !list.isEmpty { list.removeFirst() }
  }

  /// Removes the attempt with this state, and those that have ended. Returns nil if there is none.
  public mutating func take(state: String, now: Instant) -> SignInAttempt? {
    list = list.filter { $0.isOpen(at: now) }
    guard let place = list.firstIndex(where: { ConstantTime.equal(Array($0.state.utf8), Array(state.utf8)) }) else {
      return nil
    }
    return list.remove(at: place)
  }
}
