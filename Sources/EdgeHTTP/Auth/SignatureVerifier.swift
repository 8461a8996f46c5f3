import CCrypto
import Crypto

/// Verifies signatures with one key. Belongs to the edge's loop.
protocol SignatureVerifier {
  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool
}

/// HMAC-SHA-256 with a shared secret.
struct HMACVerifier: SignatureVerifier {
  private let secret: [UInt8]

  /// A secret must not be shorter than the hash (RFC 7518 3.2).
  init?(secret: [UInt8]) {
    guard secret.count >= Limits.hmacSecretBytes else { return nil }
    self.secret = secret
  }

  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    var length: UInt32 = 0
    guard HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &digest, &length) != nil else {
      return false
    }
    return ConstantTime.equal(digest, signature)
  }
}

/// RSASSA-PKCS1-v1_5 or ECDSA on P-256, with SHA-256.
final class PublicKeyVerifier: SignatureVerifier {
  private let key: OpaquePointer
  private let isEllipticCurve: Bool

  private init(_ key: OpaquePointer, isEllipticCurve: Bool) {
    self.key = key
    self.isEllipticCurve = isEllipticCurve
  }

  deinit {
    EVP_PKEY_free(key)
  }

  static func bits(of modulus: [UInt8]) -> Int {
    let digits = modulus.drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
  }

  /// With exponent 1 every message would be its own signature. Even exponents are not valid.
  convenience init?(rsaModulus n: [UInt8], exponent e: [UInt8]) {
    var modulus = Array(n.drop { $0 == 0 }.reversed())
    var exponent = Array(e.drop { $0 == 0 }.reversed())
    guard PublicKeyVerifier.bits(of: n) >= Limits.rsaKeyBits, modulus.count <= Limits.rsaKeyBytes,
      exponent != [1], exponent.first.map({ $0 & 1 }) == 1, exponent.count <= 8,
      let key = rsa_public_key(&modulus, modulus.count, &exponent, exponent.count)
    else { return nil }
    self.init(key, isEllipticCurve: false)
  }

  convenience init?(p256X x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    var point = [0x04] + x + y
    guard let key = p256_public_key(&point, point.count) else { return nil }
    self.init(key, isEllipticCurve: true)
  }

  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let encoded = isEllipticCurve ? PublicKeyVerifier.der(signature) : signature else { return false }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
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
