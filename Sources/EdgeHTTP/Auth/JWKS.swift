import Chronology
import Crypto
import Proto
import WebTokens

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

    var key = WebKey()

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      key.type = try members.valueIfThere(String.self, .kty)
      key.id = try members.valueIfThere(String.self, .kid)
      key.declaredAlgorithm = try members.valueIfThere(String.self, .alg)
      key.use = try members.valueIfThere(String.self, .use)
      key.curve = try members.valueIfThere(String.self, .crv)
      key.operations = try members.valueIfThere([String].self, .operations)
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
    } catch let problem as RequestProblem {
      throw JWKSError("not JSON: \(problem.detail)")
    } catch {
      throw JWKSError("not a JWKS: member 'keys' is missing")
    }
    for (index, item) in file.keys.enumerated() {
      var name = "key \(index)"
      do throws(WebKeyError) {
        let key = try JWKS.webKey(item)
        name += key.id.map { " (kid \($0))" } ?? ""
        guard let algorithm = key.algorithm else { continue }
        keys.append(Key(id: key.id, algorithm: algorithm, verifier: try key.verifier(algorithm)))
      } catch {
        throw JWKSError("\(name): \(error)")
      }
    }
    guard !keys.isEmpty else { throw JWKSError("no key for HS256, RS256 or ES256") }
  }

  private static func webKey(_ item: RawCBOR) throws(WebKeyError) -> WebKey {
    guard let kind = try? CBORDecoder.decode(Kind.self, from: item.bytes) else {
      throw WebKeyError("kty, kid, alg, use and crv must be strings, key_ops a list of strings")
    }
    var key = kind.key
    let members = (try? CBORDecoder.decode([String: RawCBOR].self, from: item.bytes)) ?? [:]
    for name in WebKey.numberNames {
      key.numbers[name] = members[name].flatMap { try? CBORDecoder.decode(String.self, from: $0.bytes) }
    }
    return key
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
