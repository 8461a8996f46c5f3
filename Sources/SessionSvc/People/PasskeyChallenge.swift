import API
import Chronology
import Crypto
import Proto

/// A challenge in the cookie of a browser. It is sealed, so that only this server can have made it, and every host of
/// the server can accept it.
struct PasskeyChallenge: Codable, Hashable, Sendable {
  enum Ceremony: String, Codable { case create, use }

  static let seconds: Int64 = 300
  private static let purpose = "passkey challenge"

  var bytes: [UInt8]
  var ceremony: Ceremony
  /// The person who adds a passkey; nil for a sign-in.
  var user: String?
  var site: String
  var expiresAt: Instant

  init(_ ceremony: Ceremony, of user: String? = nil, at site: SessionAPI.PasskeySite, now: Instant) {
    bytes = RandomBytes.make(32)
    self.ceremony = ceremony
    self.user = user
    self.site = site.id
    expiresAt = now + Self.seconds
  }

  func sealed(with key: SealingKey) throws -> String {
    Base64URL.encode(key.seal(try CBOREncoder.encode(self), for: Self.purpose))
  }

  /// Returns nil unless the cookie's challenge is for this ceremony, person and site and has not expired.
  static func open(
    _ text: String?, _ ceremony: Ceremony, of user: String? = nil, at site: SessionAPI.PasskeySite, now: Instant,
    with key: SealingKey
  ) -> PasskeyChallenge? {
    guard let text, let sealed = Base64URL.decode(text), let bytes = key.open(sealed, for: purpose),
      let challenge = try? CBORDecoder.decode(PasskeyChallenge.self, from: bytes),
      challenge.ceremony == ceremony, challenge.user == user, challenge.site == site.id, challenge.expiresAt > now
    else { return nil }
    return challenge
  }
}
