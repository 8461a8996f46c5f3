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
    var keys: [RawCBOR]
  }

  /// What makes a key one of ours or another's.
  private struct Kind: Decodable {
    enum Member: String, CodingKey { case kty, kid, alg, use, crv, operations = "key_ops" }

    var kty: String?
    var kid: String?
    var alg: String?
    var use: String?
    var crv: String?
    var operations: [String]?

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      kty = try members.valueIfThere(String.self, .kty)
      kid = try members.valueIfThere(String.self, .kid)
      alg = try members.valueIfThere(String.self, .alg)
      use = try members.valueIfThere(String.self, .use)
      crv = try members.valueIfThere(String.self, .crv)
      operations = try members.valueIfThere([String].self, .operations)
    }
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
      var name = "key \(index)"
      do throws(JWKSError) {
        guard let kind = try? CBORDecoder.decode(Kind.self, from: item.bytes) else {
          throw JWKSError("kty, kid, alg, use and crv are texts, and key_ops a list of texts")
        }
        name += kind.kid.map { " (kid \($0))" } ?? ""
        guard let algorithm = JWKS.algorithm(kind) else { continue }
        keys.append(Key(id: kind.kid, algorithm: algorithm, verifier: try JWKS.verifier(item, algorithm)))
      } catch {
        throw JWKSError("\(name): \(error)")
      }
    }
    guard !keys.isEmpty else { throw JWKSError("it holds no key for HS256, RS256 or ES256") }
  }

  /// A key is for one algorithm: else a public key could be taken for a shared secret.
  private static func algorithm(_ kind: Kind) -> JWTAlgorithm? {
    guard (kind.use ?? "sig") == "sig", kind.operations?.contains("verify") ?? true else { return nil }
    let algorithm: JWTAlgorithm? =
      switch kind.kty {
      case "oct": .hs256
      case "RSA": .rs256
      case "EC" where kind.crv == "P-256": .es256
      default: nil
      }
    guard let algorithm, kind.alg == nil || kind.alg == algorithm.rawValue else { return nil }
    return algorithm
  }

  private static func verifier(
    _ item: RawCBOR, _ algorithm: JWTAlgorithm
  ) throws(JWKSError) -> any SignatureVerifier {
    switch algorithm {
    case .hs256:
      let secret = try number("k", of: item)
      guard let verifier = HMACVerifier(secret: secret) else {
        throw JWKSError(
          "a secret of \(secret.count) bytes can be guessed: make one of \(Limits.hmacSecretBytes) or more, as k")
      }
      return verifier
    case .rs256:
      let modulus = try number("n", of: item)
      let bits = PublicKeyVerifier.bits(of: modulus)
      guard bits >= Limits.rsaKeyBits else {
        throw JWKSError("an RSA key of \(bits) bits can be broken: make one of \(Limits.rsaKeyBits) or more")
      }
      guard let verifier = PublicKeyVerifier(rsaModulus: modulus, exponent: try number("e", of: item)) else {
        throw JWKSError("n and e are not an RSA key that can be used: export it again from where tokens are signed")
      }
      return verifier
    case .es256:
      guard let verifier = PublicKeyVerifier(p256X: try number("x", of: item), y: try number("y", of: item)) else {
        throw JWKSError("x and y are no point of P-256: export it again from where tokens are signed")
      }
      return verifier
    }
  }

  private static func number(_ name: String, of item: RawCBOR) throws(JWKSError) -> [UInt8] {
    guard let members = try? CBORDecoder.decode([String: RawCBOR].self, from: item.bytes), let value = members[name],
      let text = try? CBORDecoder.decode(String.self, from: value.bytes), let bytes = Base64URL.decode(text)
    else { throw JWKSError("\(name) must be a text in base64url without padding") }
    return bytes
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
