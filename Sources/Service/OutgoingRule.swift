/// Which servers users may let this server call: the setting `WAYMARK_OUTGOING`.
public enum OutgoingRule: Hashable, Sendable {
  /// All addresses except the reserved ones, which no server of a person has.
  case any
  /// Only addresses of the public internet.
  case onlyPublic
  case none
  case listed(hosts: Set<String>, ranges: [AddressRange])

  public init(parsing text: String) throws(SettingsError) {
    let items = text.split { $0 == "," || $0 == " " }.map(String.init)
    switch items {
    case ["any"]: self = .any
    case ["public"]: self = .onlyPublic
    case ["none"]: self = .none
    default:
      var hosts: Set<String> = []
      var ranges: [AddressRange] = []
      for item in items {
        if let range = AddressRange(parsing: item) {
          ranges.append(range)
        } else if !["any", "public", "none"].contains(item), let host = Self.host(item) {
          hosts.insert(host)
        } else {
          throw SettingsError(
            "WAYMARK_OUTGOING: '\(item)' is not a host or a range such as 10.0.0.0/8; use any, public, none or a list")
        }
      }
      guard !items.isEmpty else { throw SettingsError("WAYMARK_OUTGOING is an empty list; use none") }
      self = .listed(hosts: hosts, ranges: ranges)
    }
  }

  /// The last name of a host is not a number. Otherwise it would be an address in another form, such as `0x7f.1`.
  private static func host(_ text: String) -> String? {
    guard let name = ServerAddress.hostName(text[...]), let last = name.split(separator: ".").last,
      last.first?.isNumber == false
    else { return nil }
    return name
  }

  /// Whether a connection to this address may be made for a request to the host. It is checked for each address
  /// of the host, after the look-up, so that a name cannot change between check and use.
  public func allows(_ address: IPAddress, host: String) -> Bool {
    switch self {
    case .any: !Self.isReserved(address)
    case .onlyPublic: Self.isPublic(address)
    case .none: false
    case .listed(let hosts, let ranges):
      ranges.contains { $0.contains(address) } || hosts.contains(host) && !Self.isReserved(address)
    }
  }

  /// Whether no host can be called at all.
  public var isNone: Bool { self == .none }

  /// Link-local addresses, at which clouds describe their machines with secrets; the other addresses of such services;
  /// multicast; and addresses that mean this machine.
  private static let reserved = ranges([
    "0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "255.255.255.255", "100.100.100.200", "168.63.129.16", "192.0.0.192",
    "::", "fe80::/10", "ff00::/8", "fd00:ec2::254", "fd20:ce::254",
  ])

  private static let notPublic = ranges([
    "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
    "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "2001::/23",
    "2001:db8::/32", "3fff::/20",
  ])

  private static let globalIPv6 = ranges(["2000::/3", "64:ff9b::/96"])

  private static func ranges(_ texts: [String]) -> [AddressRange] { texts.compactMap(AddressRange.init(parsing:)) }

  private static func isReserved(_ address: IPAddress) -> Bool {
    isIn(reserved, address) || address.embeddedV4.contains { isIn(reserved, $0) }
  }

  private static func isPublic(_ address: IPAddress) -> Bool {
    guard !isReserved(address), !isIn(notPublic, address), address.isV4 || isIn(globalIPv6, address) else {
      return false
    }
    return address.embeddedV4.allSatisfy { !isIn(notPublic, $0) }
  }

  private static func isIn(_ ranges: [AddressRange], _ address: IPAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }
}

extension IPAddress {
  /// The IPv4 addresses to which a translator or a relay may forward packets for this IPv6 address.
  var embeddedV4: [IPAddress] {
    guard !isV4 else { return [] }
    let last = IPAddress(v4: UInt32(truncatingIfNeeded: low))
    // Translated (NAT64, RFC 6052 and 8215), and IPv4-compatible or IPv4-translated.
    if high == 0x0064_FF9B_0000_0000 || high >> 16 == 0x0064_FF9B_0001 { return [last] }
    // `::` and `::1` stand for themselves.
    if high == 0, low >> 32 == 0 && low > 1 || low >> 32 == 0xFFFF_0000 { return [last] }
    // 6to4 and Teredo, whose clients' addresses are inverted.
    if high >> 48 == 0x2002 { return [IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16))] }
    if high >> 32 == 0x2001_0000 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: high)), IPAddress(v4: ~UInt32(truncatingIfNeeded: low))]
    }
    // ISATAP.
    return low >> 32 & 0xFDFF_FFFF == 0x0000_5EFE ? [last] : []
  }
}
