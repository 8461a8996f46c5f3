/// Seals data that only this server may read, with the operator's secret key.
///
/// A sealed message is a salt of 16 bytes and a message of `AES256GCM` under a key derived from the salt, so the number
/// of messages is not limited.
public struct SealingKey: Sendable {
  public static let byteCount = AES256GCM.keyByteCount
  private static let saltByteCount = 16

  private let secret: [UInt8]

  /// Returns nil unless the secret has 32 bytes.
  public init?(_ secret: [UInt8]) {
    guard secret.count == Self.byteCount else { return nil }
    self.secret = secret
  }

  /// Only the same purpose and the same owner (such as a user id and the id of an object) can open the message.
  public func seal(_ plaintext: [UInt8], for purpose: String, of owner: [String] = []) -> [UInt8] {
    let salt = RandomBytes.make(Self.saltByteCount)
    return salt + AES256GCM.seal(plaintext, key: key(purpose, salt), authenticating: Self.label(owner))
  }

  /// Returns nil if the message was changed, or sealed under another key, for another purpose or of another owner.
  public func open(_ sealed: [UInt8], for purpose: String, of owner: [String] = []) -> [UInt8]? {
    guard sealed.count > Self.saltByteCount else { return nil }
    let salt = [UInt8](sealed.prefix(Self.saltByteCount))
    return AES256GCM.open(
      [UInt8](sealed.dropFirst(Self.saltByteCount)), key: key(purpose, salt), authenticating: Self.label(owner))
  }

  private func key(_ purpose: String, _ salt: [UInt8]) -> [UInt8] {
    HKDF.derive(from: secret, salt: salt, info: Array(purpose.utf8), count: Self.byteCount)
  }

  /// Precedes each part with its length, so that different parts have different labels.
  private static func label(_ parts: [String]) -> [UInt8] {
    parts.flatMap { part in
      let bytes = Array(part.utf8)
      return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
    }
  }
}
