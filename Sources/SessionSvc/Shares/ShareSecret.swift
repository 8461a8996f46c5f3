import Crypto

/// The secret of a public link: 128 random bits as they stand in its path. Only the hash is kept.
struct ShareSecret: Sendable {
  static let byteCount = 16

  let bytes: [UInt8]

  init() { bytes = RandomBytes.make(Self.byteCount) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  var text: String { Base64URL.encode(bytes) }
  var hash: [UInt8] { SHA256.hash(text) }

  /// The address of the picture. Where `origin` is nil it is a path.
  func url(origin: String?) -> String { "\(origin ?? "")/s/\(text).svg" }
}

/// A secret as the first answer to a key keeps it: only a caller with the key can read it, and of the key itself only
/// a hash is kept.
struct SealedSecret: Codable, Sendable {
  private var salt: [UInt8]
  private var bytes: [UInt8]

  init(_ secret: ShareSecret, key: String) {
    salt = RandomBytes.make(SHA256.byteCount)
    bytes = []
    bytes = masked(secret.bytes, key)
  }

  func opened(by key: String) -> ShareSecret { ShareSecret(sealed: masked(bytes, key)) }

  private func masked(_ bytes: [UInt8], _ key: String) -> [UInt8] {
    let mask = SHA256.hash([UInt8]("seal".utf8) + salt + [UInt8](key.utf8))
    return zip(bytes, mask).map { $0 ^ $1 }
  }
}

extension ShareSecret {
  fileprivate init(sealed bytes: [UInt8]) { self.init(bytes: bytes) }
}
