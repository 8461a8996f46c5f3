import Crypto

/// The secret of a public link: 128 random bits as they stand in its path. Only the hash is kept.
struct ShareSecret: Sendable {
  static let byteCount = 16

  let bytes: [UInt8]

  init() { bytes = RandomBytes.make(Self.byteCount) }

  init(_ sealed: SealedSecret, key: String) { bytes = sealed.opened(by: key) }

  var text: String { Base64URL.encode(bytes) }
  var hash: [UInt8] { SHA256.hash(text) }

  /// The address of the picture. Where `origin` is nil it is a path.
  func url(origin: String?) -> String { "\(origin ?? "")/s/\(text).svg" }
}
