import Glibc

/// An address of either family; one of IPv4 is kept as IPv6 writes it (`::ffff:a.b.c.d`).
public struct IPAddress: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// In the order of the network.
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

  /// What one customer of a provider has: the whole address of IPv4, the first 64 bits of IPv6.
  public var network: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }
}

/// Who is at the other end of a connection.
public enum Peer: Hashable, Sendable {
  case unix
  case network(IPAddress)
  /// It has gone already.
  case unknown

  public init(of descriptor: Int32) {
    var domain: Int32 = 0
    var domainLength = socklen_t(MemoryLayout<Int32>.size)
    // Asked of our own end: a peer that has gone must not look like another kind of peer.
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
    return withUnsafeBytes(of: storage) { bytes in
      switch storage.ss_family {
      case sa_family_t(AF_INET):
        IPAddress(v4: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      case sa_family_t(AF_INET6):
        IPAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
      default: nil
      }
    }
  }
}

/// Addresses that begin with the same bits (CIDR).
public struct AddressRange: Hashable, Sendable {
  private let start: IPAddress
  private let bits: Int

  /// `10.0.0.0/8`, `fd00::/8`, or an address alone.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parsing: String(parts[0])) else { return nil }
    // What is written with dots is 32 bits behind the first 96.
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
    // A shift by all bits leaves none.
    let high = address.high & ~(UInt64.max >> UInt64(min(bits, 64)))
    let low = address.low & ~(UInt64.max >> UInt64(max(bits - 64, 0)))
    return IPAddress(high: high, low: low)
  }
}

/// The peers that may name the user, and the address and scheme that a request came by.
public struct TrustedProxies: Hashable, Sendable {
  private var ranges: [AddressRange] = []
  /// A peer that connects to the edge's Unix socket.
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
