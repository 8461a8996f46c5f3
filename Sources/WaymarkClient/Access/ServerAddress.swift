import Foundation

/// Decides which addresses a token may be sent to.
enum ServerAddress {
  /// Returns true for HTTPS, and for HTTP in a private network, if the URL has no user, password, query or fragment.
  static func isTrusted(_ url: URL) -> Bool {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil, let host = parts.host?.lowercased(),
      !host.isEmpty, (1...65_535).contains(parts.port ?? 443),
      host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !#"\<>"{}|^`%"#.utf8.contains($0) })
    else { return false }
    switch parts.scheme?.lowercased() {
    case "https": return true
    case "http": return isPrivate(host)
    default: return false
    }
  }

  private static func isPrivate(_ host: String) -> Bool {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if bare.contains(":") { return isPrivateIPv6(bare) }
    if let numbers = ipv4(bare) { return isPrivateIPv4(numbers) }
    let name = bare.hasSuffix(".") ? String(bare.dropLast()) : bare
    return name == "localhost" || [".local", ".localhost", ".home.arpa", ".internal"].contains { name.hasSuffix($0) }
  }

  /// Parses four decimal numbers. Other notations that some systems accept as addresses are treated as names.
  private static func ipv4(_ text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count <= 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part == "0" || part.first != "0")
        ? Int(part) : nil
    }
    return parts.count == 4 && numbers.count == 4 && numbers.allSatisfy { $0 <= 255 } ? numbers : nil
  }

  private static func isPrivateIPv4(_ numbers: [Int]) -> Bool {
    switch (numbers[0], numbers[1]) {
    case (127, _), (10, _), (192, 168), (169, 254): true
    case (172, 16...31): true
    default: false
    }
  }

  /// Returns true for loopback, unique local and link-local addresses, by their first group.
  private static func isPrivateIPv6(_ text: String) -> Bool {
    let address = text.prefix { $0 != "%" }
    guard address.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x3A }) else {
      return false
    }
    if address == "::1" { return true }
    guard let group = address.split(separator: ":", omittingEmptySubsequences: false).first,
      let first = UInt16(group, radix: 16), group.count == 4
    else { return false }
    return first & 0xFE00 == 0xFC00 || first & 0xFFC0 == 0xFE80
  }
}
