import Chronology
import Crypto
import Proto

/// The keys that may sign a JWT, from a JWKS file (RFC 7517).
struct JWKS {
  struct Key {
    var id: String?
    var algorithm: JWTAlgorithm
    var verifier: any SignatureVerifier
  }

  var keys: [Key] = []

  private struct File: Decodable {
    struct Item: Decodable {
      var kty: String?
      var kid: String?
      var alg: String?
      var use: String?
      var key_ops: [String]?
      var crv: String?
      var k: String?
      var n: String?
      var e: String?
      var x: String?
      var y: String?
    }
    var keys: [Item]
  }

  /// Keys for another use or of a kind that is not ours are passed over; a broken one of our kinds stops the start.
  init(parsing text: [UInt8]) throws(JWKSError) {
    var writer = CBORWriter()
    var transcoder = JSONToCBOR()
    let file: File
    do {
      try transcoder.item(text.span, 0..<text.count, into: &writer)
      file = try CBORDecoder.decode(File.self, from: writer.bytes)
    } catch let refusal as Refusal {
      throw JWKSError("it is not JSON: \(refusal.detail)")
    } catch {
      throw JWKSError("it is not a JSON object with keys")
    }
    for (index, item) in file.keys.enumerated() {
      if let use = item.use, use != "sig" { continue }
      if let operations = item.key_ops, !operations.contains("verify") { continue }
      guard let algorithm = JWKS.algorithm(item) else { continue }
      guard let verifier = JWKS.verifier(item, algorithm) else {
        throw JWKSError("key \(index) (\(item.kid ?? "without kid")) is malformed or too weak")
      }
      keys.append(Key(id: item.kid, algorithm: algorithm, verifier: verifier))
    }
    guard !keys.isEmpty else { throw JWKSError("it holds no key for HS256, RS256 or ES256") }
  }

  /// A key is for one algorithm: else a public key could be taken for a shared secret.
  private static func algorithm(_ item: File.Item) -> JWTAlgorithm? {
    let algorithm: JWTAlgorithm? =
      switch item.kty {
      case "oct": .hs256
      case "RSA": .rs256
      case "EC" where item.crv == "P-256": .es256
      default: nil
      }
    guard let algorithm, item.alg == nil || item.alg == algorithm.rawValue else { return nil }
    return algorithm
  }

  private static func verifier(_ item: File.Item, _ algorithm: JWTAlgorithm) -> (any SignatureVerifier)? {
    func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Base64URL.decode($0) } }
    switch algorithm {
    case .hs256: return bytes(item.k).flatMap { HMACVerifier(secret: $0) }
    case .rs256:
      guard let n = bytes(item.n), let e = bytes(item.e) else { return nil }
      return PublicKeyVerifier(rsaModulus: n, exponent: e)
    case .es256:
      guard let x = bytes(item.x), let y = bytes(item.y) else { return nil }
      return PublicKeyVerifier(p256X: x, y: y)
    }
  }

  /// The keys that a token with this head may be signed with.
  func candidates(_ algorithm: JWTAlgorithm, id: String?) -> [Key] {
    keys.filter { $0.algorithm == algorithm && (id == nil || $0.id == id) }
  }
}

struct JWKSError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}

enum JWTAlgorithm: String, Sendable {
  case hs256 = "HS256"
  case rs256 = "RS256"
  case es256 = "ES256"
}
