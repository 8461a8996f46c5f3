import Crypto
import Proto

/// The authenticator's statement about a ceremony.
struct AuthenticatorData {
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isPresent = Flags(rawValue: 0x01)
    static let isVerified = Flags(rawValue: 0x04)
    static let hasCredential = Flags(rawValue: 0x40)
    static let hasExtensions = Flags(rawValue: 0x80)
  }

  private static let headBytes = 37
  private static let modelBytes = 16
  static let mostCredentialIdBytes = 1_023

  var signCount: UInt32
  /// Only after a registration.
  var credential: (id: [UInt8], key: [UInt8])?
  private var partyHash: [UInt8]
  private var flags: Flags

  init(parsing bytes: [UInt8]) throws(CredentialError) {
    guard bytes.count >= Self.headBytes else { throw CredentialError("the authenticator data is too short") }
    partyHash = Array(bytes[..<SHA256.byteCount])
    flags = Flags(rawValue: bytes[SHA256.byteCount])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var offset = Self.headBytes
    if flags.contains(.hasCredential) {
      let start = offset + Self.modelBytes + 2
      guard bytes.count >= start else { throw CredentialError("the authenticator data is too short") }
      let count = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
      guard (1...Self.mostCredentialIdBytes).contains(count), bytes.count >= start + count else {
        throw CredentialError("the authenticator data has an invalid credential id")
      }
      offset = try Self.end(ofItemAt: start + count, in: bytes)
      credential = (Array(bytes[start..<start + count]), Array(bytes[start + count..<offset]))
    }
    if flags.contains(.hasExtensions) { offset = try Self.end(ofItemAt: offset, in: bytes) }
    guard offset == bytes.count else { throw CredentialError("the authenticator data has bytes after its end") }
  }

  private static func end(ofItemAt offset: Int, in bytes: [UInt8]) throws(CredentialError) -> Int {
    do {
      return try bytes.withUnsafeBytes { bytes in
        var reader = CBORReader(bytes, from: offset)
        try reader.skip(depth: CredentialKey.depthLimit)
        return reader.offset
      }
    } catch {
      throw CredentialError("the authenticator data has malformed CBOR")
    }
  }

  /// Throws unless a user of this site was present and was verified by the authenticator.
  func check(_ party: RelyingParty) throws(CredentialError) {
    guard ConstantTime.equal(partyHash, SHA256.hash(party.id)) else {
      throw CredentialError("the credential is for another site")
    }
    guard flags.contains(.isPresent) else { throw CredentialError("the user was not present") }
    guard flags.contains(.isVerified) else { throw CredentialError("the authenticator did not verify the user") }
  }
}
