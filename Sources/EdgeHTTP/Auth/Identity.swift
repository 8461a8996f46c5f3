import Crypto

/// The authenticated user and the allowed scope.
struct Identity: Equatable, Sendable {
  var user: String
  var scope: Scope
  /// The id of our token; nil for a JWT and for a proxy's user.
  var tokenID: String?
  /// The hash of the credential. SessionSvc finds our tokens by it.
  var hash: SHA256.Digest?
  /// When it is no longer accepted, in seconds since 1970.
  var endsAt: Int64?
  /// Its own expiry, if that is earlier. Tokens created with it expire then at the latest.
  var expiresAt: Int64?

  static let none = Identity(user: "", scope: [])
}

/// The kind of credential.
enum Proof: Sendable {
  /// The `Authorization` field.
  case bearer
  case cookie
  /// A trusted proxy's header.
  case proxy
}
