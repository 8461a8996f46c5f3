import CCrypto
import Crypto

/// One key of one algorithm; used on the edge's loop only.
protocol SignatureVerifier {
  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool
}

/// HMAC with SHA-256 over a shared secret.
struct HMACVerifier: SignatureVerifier {
  private let secret: [UInt8]

  init?(secret: [UInt8]) {
    guard !secret.isEmpty else { return nil }
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

  /// Below 2048 bits a key can be broken.
  convenience init?(rsaModulus n: [UInt8], exponent e: [UInt8]) {
    let modulus = n.drop { $0 == 0 }
    guard modulus.count >= 256, modulus.count <= 1_024, !e.isEmpty, e.count <= 8 else { return nil }
    let built = PublicKeyVerifier.build("RSA") { parameters in
      guard let modulus = BN_bin2bn(n, Int32(n.count), nil), let exponent = BN_bin2bn(e, Int32(e.count), nil) else {
        return []
      }
      OSSL_PARAM_BLD_push_BN(parameters, "n", modulus)
      OSSL_PARAM_BLD_push_BN(parameters, "e", exponent)
      return [modulus, exponent]
    }
    guard let built else { return nil }
    self.init(built, isEllipticCurve: false)
  }

  convenience init?(p256X x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32 else { return nil }
    let point = [0x04] + x + y
    let built = PublicKeyVerifier.build("EC") { parameters in
      OSSL_PARAM_BLD_push_utf8_string(parameters, "group", "prime256v1", 0)
      OSSL_PARAM_BLD_push_octet_string(parameters, "pub", point, point.count)
      return []
    }
    guard let built else { return nil }
    self.init(built, isEllipticCurve: true)
  }

  /// The numbers that `fill` returns are freed when the key is made.
  private static func build(_ kind: String, _ fill: (OpaquePointer) -> [OpaquePointer]) -> OpaquePointer? {
    guard let builder = OSSL_PARAM_BLD_new() else { return nil }
    defer { OSSL_PARAM_BLD_free(builder) }
    let numbers = fill(builder)
    defer { for number in numbers { BN_free(number) } }
    guard let parameters = OSSL_PARAM_BLD_to_param(builder) else { return nil }
    defer { OSSL_PARAM_free(parameters) }
    guard let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_fromdata_init(context) == 1,
      EVP_PKEY_fromdata(context, &key, public_key_selection, parameters) == 1, let key
    else { return nil }
    guard let check = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      EVP_PKEY_free(key)
      return nil
    }
    defer { EVP_PKEY_CTX_free(check) }
    guard EVP_PKEY_public_check(check) == 1 else {
      EVP_PKEY_free(key)
      return nil
    }
    return key
  }

  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let encoded = isEllipticCurve ? PublicKeyVerifier.der(signature) : signature else { return false }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }

  /// A JWT carries the two numbers of a signature as they are; libcrypto wants them in DER.
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
