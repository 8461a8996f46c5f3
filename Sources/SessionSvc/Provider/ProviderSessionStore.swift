import Chronology
import Crypto
import OpenIDConnect
import Storage

/// The part of a browser session that belongs to its sign-in with the provider.
struct ProviderSession: Hashable, Sendable {
  var link: String
  /// The hash of issuer and `sid`.
  var session: [UInt8]?
  /// The ID token, sealed.
  var idToken: [UInt8]?

  static func hash(issuer: String, sessionID: String) -> [UInt8] {
    SHA256.hash("\(WebAddress.withoutTrailingSlash(issuer))\nsid\n\(sessionID)")
  }
}

enum ProviderSessionStore {
  static func set(_ session: ProviderSession, of token: String, _ user: String, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET link_id = $3, provider_session = $4, id_token = $5 WHERE user_id = $1 AND id = $2",
      .text(user), .text(token), .text(session.link), session.session.map { .bytes($0) } ?? .null,
      session.idToken.map { .bytes($0) } ?? .null)
  }

  static func idToken(of token: String, _ user: String, _ rows: Rows) throws -> [UInt8]? {
    try rows.first(
      "SELECT id_token FROM tokens WHERE user_id = $1 AND id = $2 AND id_token IS NOT NULL AND revoked_at IS NULL",
      .text(user), .text(token)
    ) { $0.bytes(0) }
  }

  /// Ends all sessions of one of the provider's sessions.
  static func revoke(session: [UInt8], at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE tokens SET revoked_at = $2, id_token = NULL WHERE provider_session = $1 AND revoked_at IS NULL",
      .bytes(session), .integer(now.seconds))
  }

  /// Ends all sessions that signed in with a link.
  static func revoke(link: String, of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      UPDATE tokens SET revoked_at = $3, id_token = NULL
      WHERE user_id = $1 AND link_id = $2 AND kind = 'browser' AND revoked_at IS NULL
      """, .text(user), .text(link), .integer(now.seconds))
  }
}
