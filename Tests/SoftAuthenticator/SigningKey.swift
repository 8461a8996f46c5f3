import CCrypto

/// A private key that signs as an authenticator does.
public final class SigningKey {
  public enum Kind: Int, CaseIterable, Sendable {
    case edDSA = -8
    case es256 = -7
    case rs256 = -257
  }

  public let kind: Kind
  private let key: OpaquePointer

  /// `rsaBits` is only for RSA keys.
  public init(_ kind: Kind, rsaBits: Int = 2_048) {
    self.kind = kind
    let name =
      switch kind {
      case .edDSA: "ED25519"
      case .es256: "EC"
      case .rs256: "RSA"
      }
    let context = EVP_PKEY_CTX_new_from_name(nil, name, nil)
    defer { EVP_PKEY_CTX_free(context) }
    precondition(EVP_PKEY_keygen_init(context) == 1, "libcrypto has no \(name)")
    if kind == .es256 { precondition(EVP_PKEY_CTX_set_group_name(context, "P-256") == 1, "no P-256") }
    if kind == .rs256 {
      var bits = UInt32(rsaBits)
      let isSet = withUnsafeMutablePointer(to: &bits) { bits in
        let parameters = [OSSL_PARAM_construct_uint("bits", bits), OSSL_PARAM_construct_end()]
        return EVP_PKEY_CTX_set_params(context, parameters) == 1
      }
      precondition(isSet, "no RSA key of \(rsaBits) bits")
    }
    var made: OpaquePointer?
    precondition(EVP_PKEY_generate(context, &made) == 1, "cannot make a key")
    key = made!
  }

  deinit { EVP_PKEY_free(key) }

  public func sign(_ message: [UInt8]) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    let digest = kind == .edDSA ? nil : EVP_sha256()
    precondition(EVP_DigestSignInit(context, nil, digest, nil, key) == 1, "cannot sign")
    var count = 0
    precondition(EVP_DigestSign(context, nil, &count, message, message.count) == 1, "cannot sign")
    var signature = [UInt8](repeating: 0, count: count)
    precondition(EVP_DigestSign(context, &signature, &count, message, message.count) == 1, "cannot sign")
    return Array(signature[..<count])
  }

  /// The public key in COSE's form. `algorithm` replaces the one that belongs to the key.
  public func cose(algorithm: Int? = nil) -> [UInt8] {
    let name = CBORText.number(algorithm ?? kind.rawValue)
    switch kind {
    case .edDSA:
      var bytes = [UInt8](repeating: 0, count: 32)
      var count = bytes.count
      precondition(EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, "no public key")
      return [0xA4, 0x01, 0x01, 0x03] + name + [0x20, 0x06, 0x21] + CBORText.bytes(bytes)
    case .es256:
      var point = [UInt8](repeating: 0, count: 65)
      var count = 0
      precondition(EVP_PKEY_get_octet_string_param(key, "pub", &point, point.count, &count) == 1, "no public key")
      // A compressed point would be shorter.
      precondition(count == 65 && point[0] == 4, "the point is compressed")
      return [0xA5, 0x01, 0x02, 0x03] + name + [0x20, 0x01, 0x21] + CBORText.bytes(Array(point[1..<33])) + [0x22]
        + CBORText.bytes(Array(point[33...]))
    case .rs256:
      return [0xA4, 0x01, 0x03, 0x03] + name + [0x20] + CBORText.bytes(number("n")) + [0x21]
        + CBORText.bytes(number("e"))
    }
  }

  private func number(_ name: String) -> [UInt8] {
    var number: OpaquePointer?
    precondition(EVP_PKEY_get_bn_param(key, name, &number) == 1, "no \(name)")
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
    BN_bn2bin(number, &bytes)
    return bytes
  }
}

/// Writes the few items of CBOR that an authenticator sends.
enum CBORText {
  static func number(_ value: Int) -> [UInt8] { value < 0 ? head(1, -1 - value) : head(0, value) }
  static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
  static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }

  private static func head(_ type: UInt8, _ count: Int) -> [UInt8] {
    switch count {
    case ..<24: [type << 5 | UInt8(count)]
    case ..<256: [type << 5 | 24, UInt8(count)]
    default: [type << 5 | 25, UInt8(count >> 8), UInt8(count & 255)]
    }
  }
}
