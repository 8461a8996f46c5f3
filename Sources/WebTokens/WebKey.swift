public import Crypto

/// The algorithms that tokens may be signed with.
public enum JWTAlgorithm: String, Sendable {
  case hs256 = "HS256"
  case rs256 = "RS256"
  case es256 = "ES256"
}

/// A key of a JWKS (RFC 7517), as the issuer writes it.
public struct WebKey: Sendable {
  public var type: String?
  public var id: String?
  public var declaredAlgorithm: String?
  public var use: String?
  public var curve: String?
  public var operations: [String]?
  /// The members with the key itself, in base64url, such as `n` and `e`.
  public var numbers: [String: String] = [:]

  public static let numberNames = ["k", "n", "e", "x", "y"]

  public init() {}

  /// A key has exactly one algorithm. Otherwise a public key could be used as a shared secret. Nil for keys of other
  /// uses and types.
  public var algorithm: JWTAlgorithm? {
    guard (use ?? "sig") == "sig", operations?.contains("verify") ?? true else { return nil }
    let algorithm: JWTAlgorithm? =
      switch type {
      case "oct": .hs256
      case "RSA": .rs256
      case "EC" where curve == "P-256": .es256
      default: nil
      }
    guard let algorithm, declaredAlgorithm == nil || declaredAlgorithm == algorithm.rawValue else { return nil }
    return algorithm
  }

  /// Throws if the key is malformed or too short.
  public func verifier(_ algorithm: JWTAlgorithm) throws(WebKeyError) -> any SignatureVerifier {
    switch algorithm {
    case .hs256:
      let secret = try number("k")
      guard let verifier = HMACVerifier(secret: secret) else {
        throw WebKeyError("k has \(secret.count) bytes, which is too short; use at least \(HMACVerifier.fewestBytes)")
      }
      return verifier
    case .rs256:
      let modulus = try number("n")
      let bits = PublicKeyVerifier.bits(of: modulus)
      guard bits >= PublicKeyVerifier.fewestRSABits else {
        throw WebKeyError("an RSA key of \(bits) bits is too short; use at least \(PublicKeyVerifier.fewestRSABits)")
      }
      guard let verifier = PublicKeyVerifier(rsaModulus: modulus, exponent: try number("e")) else {
        throw WebKeyError("n and e are not a usable RSA key; export it again from the issuer")
      }
      return verifier
    case .es256:
      guard let verifier = PublicKeyVerifier(p256X: try number("x"), y: try number("y")) else {
        throw WebKeyError("x and y are not a point on P-256; export the key again from the issuer")
      }
      return verifier
    }
  }

  private func number(_ name: String) throws(WebKeyError) -> [UInt8] {
    guard let bytes = numbers[name].flatMap({ Base64URL.decode($0) }) else {
      throw WebKeyError("\(name) must be base64url without padding")
    }
    return bytes
  }
}

public struct WebKeyError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
