import Chronology
import Crypto
import Proto

/// The keys that JWTs may be signed with, from a JWKS file (RFC 7517).
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

  /// The members that decide whether a key is used.
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

  /// Ignores keys of other uses and types. A malformed key of a supported type stops the start.
  init(parsing text: [UInt8]) throws(JWKSError) {
    var writer = CBORWriter()
    var transcoder = JSONToCBOR()
    let file: File
    do {
      try transcoder.item(text.span, 0..<text.count, into: &writer)
      file = try CBORDecoder.decode(File.self, from: writer.bytes)
    } catch let refusal as Refusal {
      throw JWKSError("not JSON: \(refusal.detail)")
    } catch {
      throw JWKSError("not a JWKS: member 'keys' is missing")
    }
    for (index, item) in file.keys.enumerated() {
      var name = "key \(index)"
      do throws(JWKSError) {
        guard let kind = try? CBORDecoder.decode(Kind.self, from: item.bytes) else {
          throw JWKSError("kty, kid, alg, use and crv must be strings, key_ops a list of strings")
        }
        name += kind.kid.map { " (kid \($0))" } ?? ""
        guard let algorithm = JWKS.algorithm(kind) else { continue }
        keys.append(Key(id: kind.kid, algorithm: algorithm, verifier: try JWKS.verifier(item, algorithm)))
      } catch {
        throw JWKSError("\(name): \(error)")
      }
    }
    guard !keys.isEmpty else { throw JWKSError("no key for HS256, RS256 or ES256") }
  }

  /// A key has exactly one algorithm. Otherwise a public key could be used as a shared secret.
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
          "k has \(secret.count) bytes, which is too short; use at least \(Limits.hmacSecretBytes)")
      }
      return verifier
    case .rs256:
      let modulus = try number("n", of: item)
      let bits = PublicKeyVerifier.bits(of: modulus)
      guard bits >= Limits.rsaKeyBits else {
        throw JWKSError("an RSA key of \(bits) bits is too short; use at least \(Limits.rsaKeyBits)")
      }
      guard let verifier = PublicKeyVerifier(rsaModulus: modulus, exponent: try number("e", of: item)) else {
        throw JWKSError("n and e are not a usable RSA key; export it again from the issuer")
      }
      return verifier
    case .es256:
      guard let verifier = PublicKeyVerifier(p256X: try number("x", of: item), y: try number("y", of: item)) else {
        throw JWKSError("x and y are not a point on P-256; export the key again from the issuer")
      }
      return verifier
    }
  }

  private static func number(_ name: String, of item: RawCBOR) throws(JWKSError) -> [UInt8] {
    guard let members = try? CBORDecoder.decode([String: RawCBOR].self, from: item.bytes), let value = members[name],
      let text = try? CBORDecoder.decode(String.self, from: value.bytes), let bytes = Base64URL.decode(text)
    else { throw JWKSError("\(name) must be base64url without padding") }
    return bytes
  }

  /// Returns the keys that match the head of a token.
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
