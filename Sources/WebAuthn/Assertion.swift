import Crypto

/// Proof that a browser's user has a credential.
public struct Assertion: Sendable {
  public var clientData: [UInt8]
  public var authenticatorData: [UInt8]
  public var signature: [UInt8]

  public init(clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
  }

  /// Returns the new count of signatures. A count that does not increase is a sign of a copied authenticator;
  /// authenticators that do not count always send 0.
  public func check(
    _ key: CredentialKey, signCount: UInt32, challenge: [UInt8], party: RelyingParty
  ) throws(CredentialError) -> UInt32 {
    try ClientData.check(clientData, .get, challenge, party)
    let data = try AuthenticatorData(parsing: authenticatorData)
    try data.check(party)
    guard key.isValid(signature, of: authenticatorData + SHA256.hash(clientData)) else {
      throw CredentialError("the signature is wrong")
    }
    guard data.signCount > signCount || data.signCount == 0 && signCount == 0 else {
      throw CredentialError("the count of signatures did not increase from \(signCount)")
    }
    return data.signCount
  }
}
