import CCrypto
import Crypto

/// A key pair that signs tokens, well or badly.
public final class SigningKey: @unchecked Sendable {
  // libcrypto's keys may be used by several threads.
  private let key: OpaquePointer
  public let isRSA: Bool
  public let id: String

  private init(_ key: OpaquePointer, isRSA: Bool, id: String) {
    self.key = key
    self.isRSA = isRSA
    self.id = id
  }

  deinit { EVP_PKEY_free(key) }

  public static func rsa(_ id: String, bits: Int = 2_048) -> SigningKey {
    SigningKey(generate("RSA", "rsa_keygen_bits", "\(bits)"), isRSA: true, id: id)
  }

  public static func p256(_ id: String) -> SigningKey {
    SigningKey(generate("EC", "ec_paramgen_curve", "P-256"), isRSA: false, id: id)
  }

  private static func generate(_ kind: String, _ name: String, _ value: String) -> OpaquePointer {
    let context = EVP_PKEY_CTX_new_from_name(nil, kind, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    precondition(EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_ctrl_str(context, name, value) > 0)
    precondition(EVP_PKEY_keygen(context, &key) == 1)
    guard let key else { preconditionFailure("libcrypto made no key") }
    return key
  }

  public var algorithm: String { isRSA ? "RS256" : "ES256" }

  public func number(_ name: String) -> String {
    var number: OpaquePointer?
    precondition(EVP_PKEY_get_bn_param(key, name, &number) == 1)
    defer { BN_free(number) }
    let count = isRSA ? Int(BN_num_bits(number) + 7) / 8 : 32
    var bytes = [UInt8](repeating: 0, count: count)
    precondition(BN_bn2binpad(number, &bytes, Int32(count)) == Int32(count))
    return Base64URL.encode(bytes)
  }

  /// The public key as a member of a JWKS. `more` are further members.
  public func webKey(more: String = #", "use": "sig""#, hasId: Bool = true) -> String {
    let own =
      isRSA
      ? #""kty": "RSA", "n": "\#(number("n"))", "e": "\#(number("e"))""#
      : #""kty": "EC", "crv": "P-256", "x": "\#(number("qx"))", "y": "\#(number("qy"))""#
    return "{\(own)" + (hasId ? #", "kid": "\#(id)""# : "") + "\(more)}"
  }

  public func token(head: String? = nil, _ claims: String) -> String {
    let head = head ?? #"{"alg": "\#(algorithm)", "kid": "\#(id)"}"#
    let signed = Base64URL.encode([UInt8](head.utf8)) + "." + Base64URL.encode([UInt8](claims.utf8))
    return signed + "." + Base64URL.encode(sign([UInt8](signed.utf8)))
  }

  private func sign(_ message: [UInt8]) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    precondition(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1)
    var count = 0
    precondition(EVP_DigestSign(context, nil, &count, message, message.count) == 1)
    var signature = [UInt8](repeating: 0, count: count)
    precondition(EVP_DigestSign(context, &signature, &count, message, message.count) == 1)
    signature.removeLast(signature.count - count)
    return isRSA ? signature : Self.sideBySide(signature)
  }

  /// Converts two numbers in DER to the form of a token.
  private static func sideBySide(_ der: [UInt8]) -> [UInt8] {
    var place = 2
    func number() -> [UInt8] {
      let count = Int(der[place + 1])
      defer { place += 2 + count }
      let digits = der[(place + 2)..<(place + 2 + count)].drop { $0 == 0 }
      return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
    return number() + number()
  }
}

/// Signs with a shared secret, as an attacker would.
public func hs256(secret: [UInt8], head: String, _ claims: String) -> String {
  let signed = Base64URL.encode([UInt8](head.utf8)) + "." + Base64URL.encode([UInt8](claims.utf8))
  var digest = [UInt8](repeating: 0, count: 32)
  var length: UInt32 = 0
  _ = HMAC(EVP_sha256(), secret, Int32(secret.count), [UInt8](signed.utf8), signed.utf8.count, &digest, &length)
  return signed + "." + Base64URL.encode(digest)
}
