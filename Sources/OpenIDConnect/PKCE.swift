import Crypto

/// Proof Key for Code Exchange (RFC 7636) with SHA-256.
public enum PKCE {
  public static let method = "S256"
  public static let verifierLengths = 43...128
  private static let challengeLength = 43

  /// Returns a verifier with these random bytes, of which there are at least 32.
  public static func verifier(of bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

  public static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256.hash(verifier)) }

  /// Whether a text can be a challenge.
  public static func isChallenge(_ text: String) -> Bool {
    text.utf8.count == challengeLength && Base64URL.decode(text)?.count == SHA256.byteCount
  }

  public static func isVerifier(_ text: String) -> Bool {
    verifierLengths.contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }

  public static func matches(_ verifier: String, challenge: String) -> Bool {
    isVerifier(verifier) && ConstantTime.equal(Array(self.challenge(of: verifier).utf8), Array(challenge.utf8))
  }
}
