import CCrypto

/// Verifies signatures with one key.
public protocol SignatureVerifier {
  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool
}

/// HMAC-SHA-256 with a shared secret.
public struct HMACVerifier: SignatureVerifier {
  /// A secret must not be shorter than the hash (RFC 7518 3.2).
  public static let fewestBytes = SHA256.byteCount

  private let secret: [UInt8]

  public init?(secret: [UInt8]) {
    guard secret.count >= Self.fewestBytes else { return nil }
    self.secret = secret
  }

  public func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    ConstantTime.equal(HMACSHA256.code(of: message, secret: secret), signature)
  }
}

/// RSASSA-PKCS1-v1_5 or ECDSA on P-256, with SHA-256, or EdDSA on Ed25519.
public final class PublicKeyVerifier: SignatureVerifier {
  /// An ECDSA signature is two numbers, either side by side (JWT) or in DER (WebAuthn).
  public enum NumberFormat: Sendable {
    case sideBySide
    case der
  }

  private enum Kind {
    case rsa
    case ecdsa(NumberFormat)
    case edDSA
  }

  public static let fewestRSABits = 2_048
  private static let mostRSABytes = 1_024

  private let key: OpaquePointer
  private let kind: Kind

  private init(_ key: OpaquePointer, _ kind: Kind) {
    self.key = key
    self.kind = kind
  }

  deinit {
    EVP_PKEY_free(key)
  }

  public static func bits(of modulus: [UInt8]) -> Int {
    let digits = modulus.drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
  }

  /// With exponent 1 every message would be its own signature. Even exponents are not valid.
  public convenience init?(rsaModulus n: [UInt8], exponent e: [UInt8]) {
    var modulus = Array(n.drop { $0 == 0 }.reversed())
    var exponent = Array(e.drop { $0 == 0 }.reversed())
    guard Self.bits(of: n) >= Self.fewestRSABits, modulus.count <= Self.mostRSABytes,
      exponent != [1], exponent.first.map({ $0 & 1 }) == 1, exponent.count <= 8,
      let key = rsa_public_key(&modulus, modulus.count, &exponent, exponent.count)
    else { return nil }
    self.init(key, .rsa)
  }

  public convenience init?(p256X x: [UInt8], y: [UInt8], _ format: NumberFormat = .sideBySide) {
    guard x.count == 32, y.count == 32 else { return nil }
    var point = [0x04] + x + y
    guard let key = p256_public_key(&point, point.count) else { return nil }
    self.init(key, .ecdsa(format))
  }

  public convenience init?(ed25519 bytes: [UInt8]) {
    guard bytes.count == 32, let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else {
      return nil
    }
    self.init(key, .edDSA)
  }

  public func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    let (encoded, digest): ([UInt8]?, OpaquePointer?) =
      switch kind {
      case .rsa, .ecdsa(.der): (signature, EVP_sha256())
      case .ecdsa(.sideBySide): (Self.der(signature), EVP_sha256())
      case .edDSA: (signature, nil)
      }
    guard let encoded, EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }

  /// Converts the two numbers of a JWT signature to DER, which libcrypto needs.
  static func der(_ signature: [UInt8]) -> [UInt8]? {
    guard signature.count == 64 else { return nil }
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      var digits = Array(bytes.drop { $0 == 0 })
      if digits.isEmpty { digits = [0] }
      if digits[0] & 0x80 != 0 { digits.insert(0, at: 0) }
      return [0x02, UInt8(digits.count)] + digits
    }
    let numbers = integer(signature[..<32]) + integer(signature[32...])
    return [0x30, UInt8(numbers.count)] + numbers
  }
}
