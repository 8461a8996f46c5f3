/// The public address of the edge, for links, cookies and the OpenAPI document.
public struct PublicURL: Hashable, Sendable, CustomStringConvertible {
  public let isHTTPS: Bool
  private let authority: String
  /// Empty, or a prefix that begins with a slash and does not end with one.
  public let path: String

  private static let longest = 500

  init(parsing text: String) throws(SettingsError) {
    let wrong = SettingsError(
      "WAYMARK_PUBLIC_URL: '\(text)' is not an address such as https://example.org/waymark"
    )
    guard text.utf8.count <= Self.longest, let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
      throw wrong
    }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard let path = Self.path(rest.dropFirst(authority.count)), Self.isAuthority(authority) else { throw wrong }
    isHTTPS = scheme == "https://"
    self.authority = String(authority)
    self.path = path
  }

  /// Whether the text needs no escaping in headers, cookies and links.
  private static func path(_ text: Substring) -> String? {
    var text = text
    while text.hasSuffix("/") { text = text.dropLast() }
    guard !text.isEmpty else { return "" }
    for name in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard !name.isEmpty, name != ".", name != "..", isPlain(name, or: "-._~") else { return nil }
    }
    return String(text)
  }

  private static func isAuthority(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]"), IPAddress(parsing: String(text[..<end].dropFirst())) != nil else {
        return false
      }
      let port = text[text.index(after: end)...]
      return port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) != nil
    }
    guard (1...2).contains(parts.count), !parts[0].isEmpty, isPlain(parts[0], or: "-._") else { return false }
    return parts.count == 1 || UInt16(parts[1]) != nil
  }

  private static func isPlain(_ text: Substring, or marks: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: marks.utf8.contains(byte)
      }
    }
  }

  /// The host in lower case, without a port. An address of IPv6 keeps its brackets.
  public var host: String { Self.host(of: authority) }

  /// The origin of its pages, as browsers write it: without the usual port.
  public var origin: String { Self.origin(of: authority, isHTTPS: isHTTPS) }

  /// Returns the host of an authority such as `example.org:8080`, in lower case.
  public static func host(of authority: String) -> String {
    let text = authority.lowercased()
    guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else { return text }
    return String(text[..<colon])
  }

  public static func origin(of authority: String, isHTTPS: Bool) -> String {
    let usual = isHTTPS ? ":443" : ":80"
    let text = authority.lowercased()
    return (isHTTPS ? "https://" : "http://") + (text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : text)
  }

  /// The URL without a trailing slash.
  public var description: String { (isHTTPS ? "https://" : "http://") + authority + path }
}
