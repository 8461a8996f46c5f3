import Crypto

/// A secret as the first answer to a key keeps it: only a caller with the key can read it, and of the key itself only
/// a hash is kept.
struct SealedSecret: Codable, Sendable {
  private var salt: [UInt8]
  private var bytes: [UInt8]

  init(_ secret: [UInt8], key: String) {
    salt = RandomBytes.make(SHA256.byteCount)
    bytes = []
    bytes = masked(secret, key)
  }

  func opened(by key: String) -> [UInt8] { masked(bytes, key) }

  /// What names the key where its answer is kept.
  static func name(of key: String) -> String { Base64URL.encode(SHA256.hash(key)) }

  /// Each stretch of the mask is made of the one before it, the first one of the salt.
  private func masked(_ bytes: [UInt8], _ key: String) -> [UInt8] {
    var mask = salt
    return bytes.enumerated().map { place, byte in
      let offset = place % SHA256.byteCount
      if offset == 0 { mask = SHA256.hash([UInt8]("seal".utf8) + mask + [UInt8](key.utf8)) }
      return byte ^ mask[offset]
    }
  }
}
