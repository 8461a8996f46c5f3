import Crypto

/// Who is asking, and what they may.
struct Identity: Equatable, Sendable {
  var user: String
  var scope: Scope
  /// The token of ours that says so; nil for a JWT, and where a proxy says it.
  var tokenID: String?
  /// Of what was presented; of a token of ours the hash by which SessionSvc knows it.
  var hash: SHA256.Digest?
  /// When it stops to be accepted by itself, in seconds since 1970.
  var endsAt: Int64?
  /// What it says itself of its end, where that is earlier: what is made with it lasts no longer.
  var expiresAt: Int64?

  static let none = Identity(user: "", scope: [])
}

/// What names the user.
enum Proof: Sendable {
  /// The `Authorization` field.
  case bearer
  case cookie
  /// A proxy that is trusted.
  case proxy
}
