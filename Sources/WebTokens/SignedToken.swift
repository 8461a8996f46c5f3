public import Crypto

/// The three parts of a signed token (RFC 7515). Nothing is checked yet.
public struct SignedToken: Sendable {
  public let head: [UInt8]
  public let claims: [UInt8]
  private let signature: [UInt8]
  private let signed: [UInt8]

  /// Returns nil unless the text is three parts of base64url.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.head = head
    self.claims = claims
    self.signature = signature
    signed = [UInt8](text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }

  public func isSigned(by verifier: any SignatureVerifier) -> Bool { verifier.isValid(signature, of: signed) }
}
