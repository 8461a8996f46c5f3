import Crypto
import Storage

/// A secret in a kept response, encrypted with the caller's idempotency key. The database has only a hash of that key.
///
/// Each secret has a random salt, from which HKDF-SHA256 derives its own AES-256-GCM key, so a key and nonce never
/// repeat.
struct SealedSecret: Codable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case version, salt, sealed, bytes
  }

  private static let currentVersion = 2
  private static let purpose = [UInt8]("waymark sealed secret 2".utf8)

  /// Nil in the form that versions before 0.2 wrote, which have `bytes` instead of `sealed`.
  private var version: Int?
  private var salt: [UInt8]
  /// The nonce, the ciphertext and the tag.
  private var sealed: [UInt8]?
  private var bytes: [UInt8]?

  init(_ secret: [UInt8], key: String) {
    version = Self.currentVersion
    salt = RandomBytes.make(SHA256.byteCount)
    sealed = AES256GCM.seal(secret, key: Self.encryptionKey(key, salt), authenticating: Self.purpose)
  }

  /// Writes no member of the old form, so that every stored bit is checked when the secret is opened.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(version, forKey: .version)
    try container.encode(salt, forKey: .salt)
    try container.encodeIfPresent(sealed, forKey: .sealed)
  }

  /// Returns the secret. Throws if the stored bytes were changed or the key is another one.
  func opened(by key: String) throws(DatabaseError) -> [UInt8] {
    switch version {
    case nil:
      if let bytes { return unmasked(bytes, key) }
    case Self.currentVersion:
      let encryptionKey = Self.encryptionKey(key, salt)
      if let sealed, let secret = AES256GCM.open(sealed, key: encryptionKey, authenticating: Self.purpose) {
        return secret
      }
    default: break
    }
    throw DatabaseError(.corrupt, "the secret of a kept response cannot be decrypted")
  }

  /// The name under which a kept response is stored.
  static func name(of key: String) -> String { Base64URL.encode(SHA256.hash(key)) }

  private static func encryptionKey(_ key: String, _ salt: [UInt8]) -> [UInt8] {
    HKDF.derive(from: [UInt8](key.utf8), salt: salt, info: purpose, count: AES256GCM.keyByteCount)
  }

  /// Reads the old form, a stream of hashes without authentication. It is never written, and kept responses expire
  /// after a day, so version 0.3 can drop it.
  private func unmasked(_ bytes: [UInt8], _ key: String) -> [UInt8] {
    var mask = salt
    return bytes.enumerated().map { place, byte in
      let offset = place % SHA256.byteCount
      if offset == 0 { mask = SHA256.hash([UInt8]("seal".utf8) + mask + [UInt8](key.utf8)) }
      return byte ^ mask[offset]
    }
  }
}
