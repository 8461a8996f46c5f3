import Crypto
import WebAuthn

extension FuzzTarget {
  private static let party = RelyingParty(id: "waymark.example.org", origin: "https://waymark.example.org")
  private static let challenge = [UInt8](0..<32)

  private static func clientData(_ type: String) -> [UInt8] {
    let challenge = Base64URL.encode(challenge)
    return Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(party.origin)"}"#.utf8)
  }

  /// The input is an attestation, authenticator data, a public key and client data.
  func checkPasskey(_ bytes: [UInt8]) {
    let made = try? Registration(
      clientData: Self.clientData("webauthn.create"), attestation: bytes, challenge: Self.challenge, party: Self.party)
    if let made {
      precondition((1...1_023).contains(made.id.count), "an id of \(made.id.count) bytes is accepted")
      precondition((try? CredentialKey(cose: made.key)) != nil, "a credential without a key is accepted")
      precondition(Self.contains(bytes, SHA256.hash(Self.party.id)), "a credential of another site is accepted")
    }
    _ = try? Registration(clientData: bytes, attestation: bytes, challenge: Self.challenge, party: Self.party)
    guard let key = try? CredentialKey(cose: bytes) else { return }
    let used = Assertion(clientData: Self.clientData("webauthn.get"), authenticatorData: bytes, signature: bytes)
    let count = try? used.check(key, signCount: 0, challenge: Self.challenge, party: Self.party)
    precondition(count == nil, "a public key is accepted as authenticator data")
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}
