import Glibc

/// An IPv4 or IPv6 address. IPv4 addresses are stored as IPv4-mapped ones (`::ffff:a.b.c.d`).
public struct IPAddress: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The bytes in network order.
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(v4 bits: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits))
  }

  public init?(parsing text: String) {
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: UInt32(bigEndian: v4.s_addr))
      return
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    let (high, low) = withUnsafeBytes(of: v6) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(high: high, low: low)
  }

  var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// The network that one customer of a provider has: the IPv4 address, or the first 64 bits of the IPv6 address.
  public var network: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    if isV4 {
      return (0..<4).map { String(low >> UInt64(24 - 8 * $0) & 0xFF) }.joined(separator: ".")
    }
    var bytes = in6_addr()
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Parses an entry of `X-Forwarded-For`, which may have a port: `192.0.2.1:4711` or `[2001:db8::1]:4711`.
  public init?(forwarded text: String) {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      self.init(parsing: String(text[text.index(after: text.startIndex)..<end]))
    } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
      self.init(parsing: String(text[..<colon]))
    } else {
      self.init(parsing: text)
    }
  }
}

extension IPAddress {
  /// Reads the bytes of a `sockaddr`. Returns nil for other families.
  public init?(socketAddress bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<sockaddr_in>.size else { return nil }
    switch bytes.loadUnaligned(as: sa_family_t.self) {
    case sa_family_t(AF_INET):
      self.init(v4: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    case sa_family_t(AF_INET6) where bytes.count >= MemoryLayout<sockaddr_in6>.size:
      self.init(
        high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
    default: return nil
    }
  }
}

/// The kind and address of the other end of a connection.
public enum Peer: Hashable, Sendable {
  case unix
  case network(IPAddress)
  /// The peer has disconnected already.
  case unknown

  public init(of descriptor: Int32) {
    var domain: Int32 = 0
    var domainLength = socklen_t(MemoryLayout<Int32>.size)
    // The family of the own end, which is known even if the peer has disconnected.
    guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &domainLength) == 0 else {
      self = .unknown
      return
    }
    guard domain != AF_UNIX else {
      self = .unix
      return
    }
    self = Peer.address(of: descriptor).map { .network($0) } ?? .unknown
  }

  public var address: IPAddress? {
    if case .network(let address) = self { address } else { nil }
  }

  private static func address(of descriptor: Int32) -> IPAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    guard result == 0 else { return nil }
    return withUnsafeBytes(of: storage) { IPAddress(socketAddress: $0) }
  }
}

/// A range of addresses with the same prefix (CIDR).
public struct AddressRange: Hashable, Sendable {
  private let start: IPAddress
  private let bits: Int

  /// Parses `10.0.0.0/8`, `fd00::/8` or a single address.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parsing: String(parts[0])) else { return nil }
    // An IPv4 address is the last 32 of 128 bits.
    let offset = parts[0].contains(":") ? 0 : 96
    var bits = 128
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let count = Int(parts[1]), count + offset <= 128
      else { return nil }
      bits = count + offset
    }
    self.bits = bits
    start = AddressRange.prefix(of: address, bits)
  }

  public func contains(_ address: IPAddress) -> Bool { AddressRange.prefix(of: address, bits) == start }

  private static func prefix(of address: IPAddress, _ bits: Int) -> IPAddress {
    // A shift by all bits gives 0.
    let high = address.high & ~(UInt64.max >> UInt64(min(bits, 64)))
    let low = address.low & ~(UInt64.max >> UInt64(max(bits - 64, 0)))
    return IPAddress(high: high, low: low)
  }
}

/// The proxies that are trusted to name the user and the original address and scheme of a request.
public struct TrustedProxies: Hashable, Sendable {
  private var ranges: [AddressRange] = []
  /// Peers on the edge's Unix socket.
  private var unix = false

  public init() {}

  init(parsing list: [String]) throws(SettingsError) {
    for text in list {
      if text == "unix" {
        unix = true
      } else if let range = AddressRange(parsing: text) {
        ranges.append(range)
      } else {
        throw SettingsError("WAYMARK_TRUSTED_PROXIES: '\(text)' is not an address, a range such as 10.0.0.0/8, or unix")
      }
    }
  }

  public func contains(_ peer: Peer) -> Bool {
    switch peer {
    case .unix: unix
    case .network(let address): ranges.contains { $0.contains(address) }
    case .unknown: false
    }
  }
}
