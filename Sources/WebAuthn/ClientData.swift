import Crypto
import JSON

/// The browser's description of a ceremony, which the authenticator signs.
struct ClientData {
  enum Ceremony: String {
    case create = "webauthn.create"
    case get = "webauthn.get"
  }

  private static let depthLimit = 8

  /// Throws unless it describes this ceremony with this challenge on a page of this site.
  static func check(
    _ json: [UInt8], _ ceremony: Ceremony, _ challenge: [UInt8], _ party: RelyingParty
  ) throws(CredentialError) {
    guard let data = JSONValue(parsing: json, depthLimit: depthLimit) else {
      throw CredentialError("the client data is not JSON")
    }
    guard data["type"]?.text == ceremony.rawValue else { throw CredentialError("the client data has another type") }
    guard let sent = data["challenge"]?.text.flatMap({ Base64URL.decode($0) }), ConstantTime.equal(sent, challenge)
    else { throw CredentialError("the client data has another challenge") }
    guard data["origin"]?.text == party.origin else { throw CredentialError("the client data has another origin") }
    if case .bool(true)? = data["crossOrigin"] { throw CredentialError("the page was inside a page of another site") }
  }
}
