import Crypto

/// The secret of a public link: 128 random bits. Only the hash is stored.
struct ShareSecret: Sendable {
  static let byteCount = 16

  let bytes: [UInt8]

  init() { bytes = RandomBytes.make(Self.byteCount) }

  init(_ sealed: SealedSecret, key: String) throws { bytes = try sealed.opened(by: key) }

  var text: String { Base64URL.encode(bytes) }
  var hash: [UInt8] { SHA256.hash(text) }

  /// Returns the URL of the picture, or its path if `origin` is nil.
  func url(origin: String?) -> String { "\(origin ?? "")/s/\(text).svg" }
}
