import Proto

/// Accepts the credential that a browser has created.
public struct Registration: Sendable {
  /// The id of the credential.
  public var id: [UInt8]
  /// The public key in COSE's form.
  public var key: [UInt8]
  public var signCount: UInt32

  /// The statement about the authenticator's maker is not verified.
  public init(
    clientData: [UInt8], attestation: [UInt8], challenge: [UInt8], party: RelyingParty
  ) throws(CredentialError) {
    try ClientData.check(clientData, .create, challenge, party)
    let data = try AuthenticatorData(parsing: Self.authenticatorData(of: attestation))
    try data.check(party)
    guard let credential = data.credential else { throw CredentialError("the authenticator data has no credential") }
    _ = try CredentialKey(cose: credential.key)
    (id, key, signCount) = (credential.id, credential.key, data.signCount)
  }

  private static func authenticatorData(of attestation: [UInt8]) throws(CredentialError) -> [UInt8] {
    let found: [UInt8]?
    do {
      found = try attestation.withUnsafeBytes { bytes in
        var reader = CBORReader(bytes)
        var found: [UInt8]?
        guard case .map(let count?) = try reader.next() else { return nil }
        for _ in 0..<count {
          guard case .text(let name) = try reader.next() else { return nil }
          if name.elementsEqual("authData".utf8), found == nil {
            guard case .bytes(let data) = try reader.next() else { return nil }
            found = Array(data)
          } else {
            try reader.skip(depth: CredentialKey.depthLimit)
          }
        }
        return reader.isAtEnd ? found : nil
      }
    } catch {
      found = nil
    }
    guard let found else { throw CredentialError("the attestation is malformed") }
    return found
  }
}
