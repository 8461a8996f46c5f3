public import Foundation

/// The link that connects an app to a server: `waymark://connect?url=…&token=…`, usually scanned as a QR code.
///
/// Anyone can create such a link. An app must show ``server`` to the person before it connects.
public struct ConnectLink: Sendable, Hashable {
  /// The address of the server, without `/api/v1`.
  public let server: URL
  /// The access token.
  public let token: String

  /// Creates a link. Returns nil if the token is malformed or the address is neither HTTPS nor in a private network.
  public init?(server: URL, token: String) {
    guard ServerAddress.isTrusted(server), Self.isToken(token) else { return nil }
    self.server = server
    self.token = token
  }

  /// Parses a link. Returns nil if it is malformed, has other members, or its address is neither HTTPS nor in a private
  /// network.
  public init?(_ link: URL) {
    guard link.absoluteString.utf8.count <= Limits.linkBytes,
      let parts = URLComponents(url: link, resolvingAgainstBaseURL: false),
      parts.scheme?.lowercased() == "waymark", parts.host?.lowercased() == "connect", parts.path.isEmpty,
      parts.port == nil, parts.user == nil, parts.password == nil, parts.fragment == nil,
      let items = parts.queryItems, items.count == 2,
      let address = items.first(where: { $0.name == "url" })?.value,
      let token = items.first(where: { $0.name == "token" })?.value,
      let server = URL(string: address)
    else { return nil }
    self.init(server: server, token: token)
  }

  /// The link, to show as a QR code.
  public var url: URL? {
    let values = [("url", server.absoluteString), ("token", token)].map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")"
    }
    return URL(string: "waymark://connect?" + values.joined(separator: "&"))
  }

  /// Whether the text is a bearer token by RFC 6750.
  private static func isToken(_ text: String) -> Bool {
    guard (1...Limits.tokenBytes).contains(text.utf8.count) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-._~+/=".utf8.contains(byte)
      }
    }
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
