import Crypto
import Proto

/// The public key of a credential, in COSE's form (RFC 9052).
public struct CredentialKey {
  /// The algorithms, in the order of preference.
  public static let algorithms = [-8, -7, -257]
  static let depthLimit = 4

  private let verifier: PublicKeyVerifier

  /// Throws unless it is a key for EdDSA on Ed25519, ES256 or RS256. An RSA key has at least 2,048 bits.
  public init(cose: [UInt8]) throws(CredentialError) {
    let members = try Members(cose)
    // The labels 1 and 3 name the kind of key and the algorithm, the negative ones its numbers.
    let key: PublicKeyVerifier? =
      switch (members.numbers[1], members.numbers[3]) {
      case (1, -8): members.numbers[-1] == 6 ? PublicKeyVerifier(ed25519: members.texts[-2] ?? []) : nil
      case (2, -7):
        members.numbers[-1] == 1
          ? PublicKeyVerifier(p256X: members.texts[-2] ?? [], y: members.texts[-3] ?? [], .der) : nil
      case (3, -257): PublicKeyVerifier(rsaModulus: members.texts[-1] ?? [], exponent: members.texts[-2] ?? [])
      default: nil
      }
    guard let key else { throw CredentialError("the public key is invalid or of an unsupported kind") }
    verifier = key
  }

  func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool { verifier.isValid(signature, of: message) }

  /// The members of a key: numbers and texts of bytes, by their labels.
  private struct Members {
    var numbers: [Int: Int] = [:]
    var texts: [Int: [UInt8]] = [:]

    init(_ cose: [UInt8]) throws(CredentialError) {
      do {
        self = try cose.withUnsafeBytes { try Members(reading: $0) }
      } catch {
        throw CredentialError("the public key is not a valid COSE key")
      }
    }

    private init(reading bytes: UnsafeRawBufferPointer) throws {
      var reader = CBORReader(bytes)
      guard case .map(let count?) = try reader.next() else { throw CredentialError("not a map") }
      var labels: Set<Int> = []
      for _ in 0..<count {
        guard let label = try reader.next().integer, labels.insert(label).inserted else {
          throw CredentialError("a label repeats or is not a number")
        }
        switch try reader.next() {
        case .bytes(let bytes): texts[label] = Array(bytes)
        case let token:
          guard let number = token.integer else { throw CredentialError("a member has another type") }
          numbers[label] = number
        }
      }
      guard reader.isAtEnd else { throw CredentialError("bytes follow the map") }
    }
  }
}

extension CBORToken {
  fileprivate var integer: Int? {
    switch self {
    case .unsigned(let value): Int(exactly: value)
    case .negative(let value): Int(exactly: value).map { -1 - $0 }
    default: nil
    }
  }
}
