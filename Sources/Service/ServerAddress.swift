/// An http or https address at another server, which names no user.
public struct ServerAddress: Hashable, Sendable {
  public static let longest = 8_192

  public let isHTTPS: Bool
  /// In lower case, without a final dot. An IPv6 address keeps its brackets.
  public let host: String
  public let port: Int
  /// The rest of the text: empty, or from the path's slash or the question mark on.
  public let rest: String

  /// Returns nil if the text is no such address. Hosts have only characters that no reader of addresses interprets in
  /// another way.
  public init?(parsing text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let mark = text.firstRange(of: "://")
    else { return nil }
    switch text[..<mark.lowerBound].lowercased() {
    case "https": isHTTPS = true
    case "http": isHTTPS = false
    default: return nil
    }
    let authority = text[mark.upperBound...].prefix { !"/?#\\".contains($0) }
    rest = String(text[authority.endIndex...])
    guard !rest.hasPrefix("\\"), let (host, digits) = Self.split(authority) else { return nil }
    self.host = host
    guard let digits else {
      port = isHTTPS ? 443 : 80
      return
    }
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), (1...65_535).contains(number)
    else { return nil }
    port = number
  }

  private static func split(_ authority: Substring) -> (host: String, port: Substring?)? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let inner = authority[authority.index(after: authority.startIndex)..<end]
      let isAddress = inner.contains(":") && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      let after = authority[authority.index(after: end)...]
      guard isAddress, after.isEmpty || after.hasPrefix(":") else { return nil }
      return (authority[...end].lowercased(), after.isEmpty ? nil : after.dropFirst())
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let host = hostName(parts[0]) else { return nil }
    return (host, parts.count == 2 ? parts[1] : nil)
  }

  /// Returns a host's name in lower case without its final dot, or nil if it is malformed.
  public static func hostName(_ text: Substring) -> String? {
    let name = text.hasSuffix(".") ? text.dropLast() : text
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    guard isPlain, (1...253).contains(name.utf8.count), !name.hasPrefix("."), !name.contains("..") else { return nil }
    return name.lowercased()
  }

  /// Whether credentials for this address may be sent to another one: the same host and port, or the same host with
  /// encryption instead of without.
  public func isSameServer(as other: ServerAddress) -> Bool {
    guard host == other.host else { return false }
    return isHTTPS == other.isHTTPS ? port == other.port : other.isHTTPS
  }

  /// Whether the host is in the list, in which `.example.org` stands for the domain and everything below it.
  public func isAmong(_ hosts: [String]) -> Bool {
    hosts.contains { name in
      name.hasPrefix(".") ? host == name.dropFirst() || host.hasSuffix(name) : host == name
    }
  }
}
