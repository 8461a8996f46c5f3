import CCrypto
import Crypto

/// An authenticator with one credential, whose statements can be wrong on purpose.
public final class SoftAuthenticator {
  /// The statement of an authenticator and its browser. The defaults are right.
  public struct Statement {
    public var origin: String
    public var partyId: String
    public var type: String?
    public var challenge: [UInt8]
    public var isCrossOrigin = false
    /// UP and UV.
    public var flags: UInt8 = 0x05
    public var extensions: [UInt8] = []
    public var trailing: [UInt8] = []
    public var algorithm: Int?

    public init(origin: String, partyId: String, challenge: [UInt8]) {
      self.origin = origin
      self.partyId = partyId
      self.challenge = challenge
    }
  }

  public struct Created {
    public var clientData: [UInt8]
    public var attestation: [UInt8]
  }

  public struct Used {
    public var clientData: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
  }

  public let id: [UInt8]
  public let key: SigningKey
  /// Returned as the user's handle.
  public var userHandle: [UInt8] = []
  public var signCount: UInt32 = 0

  public init(_ kind: SigningKey.Kind = .es256, id: [UInt8]? = nil, rsaBits: Int = 2_048) {
    self.id = id ?? RandomBytes.make(32)
    key = SigningKey(kind, rsaBits: rsaBits)
  }

  public func create(_ statement: Statement) -> Created {
    var statement = statement
    statement.flags |= 0x40
    let count = [UInt8(id.count >> 8), UInt8(id.count & 255)]
    let credential = [UInt8](repeating: 0, count: 16) + count + id + key.cose(algorithm: statement.algorithm)
    let data = authenticatorData(statement, credential)
    let attestation =
      [0xA3] + CBORText.text("fmt") + CBORText.text("none") + CBORText.text("attStmt") + [0xA0]
      + CBORText.text("authData") + CBORText.bytes(data)
    return Created(clientData: clientData(statement, "webauthn.create"), attestation: attestation)
  }

  public func use(_ statement: Statement) -> Used {
    let clientData = clientData(statement, "webauthn.get")
    let data = authenticatorData(statement, [])
    return Used(
      clientData: clientData, authenticatorData: data, signature: key.sign(data + SHA256.hash(clientData)))
  }

  private func authenticatorData(_ statement: Statement, _ credential: [UInt8]) -> [UInt8] {
    let flags = statement.flags | (statement.extensions.isEmpty ? 0 : 0x80)
    let count = (0..<4).map { UInt8(truncatingIfNeeded: signCount >> (24 - 8 * $0)) }
    return SHA256.hash(statement.partyId) + [flags] + count + credential + statement.extensions + statement.trailing
  }

  private func clientData(_ statement: Statement, _ type: String) -> [UInt8] {
    let challenge = Base64URL.encode(statement.challenge)
    let text =
      #"{"type":"\#(statement.type ?? type)","challenge":"\#(challenge)","origin":"\#(statement.origin)","#
      + #""crossOrigin":\#(statement.isCrossOrigin)}"#
    return Array(text.utf8)
  }
}

// The JSON of `PublicKeyCredential.toJSON()`.
extension SoftAuthenticator {
  public func json(_ created: Created, name: String) -> [String: Any] {
    var members = json(response: [
      "clientDataJSON": Base64URL.encode(created.clientData),
      "attestationObject": Base64URL.encode(created.attestation), "transports": ["internal"],
    ])
    members["name"] = name
    return members
  }

  public func json(_ used: Used) -> [String: Any] {
    json(response: [
      "clientDataJSON": Base64URL.encode(used.clientData),
      "authenticatorData": Base64URL.encode(used.authenticatorData),
      "signature": Base64URL.encode(used.signature), "userHandle": Base64URL.encode(userHandle),
    ])
  }

  private func json(response: [String: Any]) -> [String: Any] {
    [
      "id": Base64URL.encode(id), "rawId": Base64URL.encode(id), "type": "public-key", "response": response,
      "clientExtensionResults": [String: Any](), "authenticatorAttachment": "platform",
    ]
  }
}
