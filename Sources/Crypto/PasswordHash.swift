import CCrypto

/// A password as it is stored: its scrypt hash (RFC 7914) with the salt and the cost, in the PHC text form.
public struct PasswordHash: Hashable, Sendable {
  /// The cost of computing a hash: 128 · 2^`exponent` · `blocks` bytes, and time in proportion to them.
  public struct Cost: Hashable, Sendable {
    /// The base-2 logarithm of scrypt's N.
    public var exponent: Int
    /// scrypt's r.
    public var blocks: Int
    /// scrypt's p.
    public var lanes: Int

    public init(exponent: Int, blocks: Int, lanes: Int) {
      self.exponent = exponent
      self.blocks = blocks
      self.lanes = lanes
    }

    /// The cost of new hashes.
    public static let usual = Cost(exponent: 15, blocks: 8, lanes: 1)

    /// Hashes that would need more than 64 MiB are rejected.
    fileprivate var isAllowed: Bool {
      (1...20).contains(exponent) && (1...32).contains(blocks) && (1...16).contains(lanes)
        && 128 * blocks << exponent <= 1 << 25
    }
  }

  public static let saltBytes = 16
  public static let hashBytes = 32
  private static let mostMemory: UInt64 = 64 << 20

  public let cost: Cost
  let salt: [UInt8]
  let hash: [UInt8]

  /// Computes the hash of the password's UTF-8 bytes, which takes about 0.1 s at the usual cost. Returns nil if the
  /// memory is not available.
  public init?(of password: String, salt: [UInt8] = RandomBytes.make(saltBytes), cost: Cost = .usual) {
    guard let hash = Self.scrypt([UInt8](password.utf8), salt: salt, cost: cost, count: Self.hashBytes) else {
      return nil
    }
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  /// Parses `$scrypt$ln=15,r=8,p=1$SALT$HASH`.
  public init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    var numbers: [Int] = []
    let names = ["ln=", "r=", "p="]
    let settings = parts[2].split(separator: ",", omittingEmptySubsequences: false)
    guard settings.count == names.count else { return nil }
    for (name, setting) in zip(names, settings) {
      guard setting.hasPrefix(name), let number = Int(setting.dropFirst(name.count)) else { return nil }
      numbers.append(number)
    }
    let cost = Cost(exponent: numbers[0], blocks: numbers[1], lanes: numbers[2])
    guard cost.isAllowed, let salt = Self.decoded(parts[3]), let hash = Self.decoded(parts[4]),
      (8...64).contains(salt.count), hash.count == Self.hashBytes
    else { return nil }
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  public var text: String {
    "$scrypt$ln=\(cost.exponent),r=\(cost.blocks),p=\(cost.lanes)$\(Self.encoded(salt))$\(Self.encoded(hash))"
  }

  /// Compares in constant time. Returns nil if the memory is not available.
  public func matches(_ password: String) -> Bool? {
    PasswordHash(of: password, salt: salt, cost: cost).map { ConstantTime.equal($0.hash, hash) }
  }

  /// Whether a new hash of the same password should replace this one.
  public var isOutdated: Bool { cost != .usual }

  static func scrypt(_ password: [UInt8], salt: [UInt8], cost: Cost, count: Int) -> [UInt8]? {
    var isMade = false
    let made = [UInt8](unsafeUninitializedCapacity: count) { buffer, made in
      isMade =
        password.withUnsafeBytes { password in
          EVP_PBE_scrypt(
            password.baseAddress?.assumingMemoryBound(to: CChar.self), password.count, salt, salt.count,
            1 << UInt64(cost.exponent), UInt64(cost.blocks), UInt64(cost.lanes), mostMemory, buffer.baseAddress, count)
        } == 1
      made = isMade ? count : 0
    }
    return isMade ? made : nil
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The PHC form has the usual alphabet of base64 and no padding.
  private static func encoded(_ bytes: [UInt8]) -> String {
    Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
  }

  private static func decoded(_ text: Substring) -> [UInt8]? {
    guard text.utf8.allSatisfy(alphabet.contains) else { return nil }
    return Base64URL.decode(text.replacing("+", with: "-").replacing("/", with: "_"))
  }
}
