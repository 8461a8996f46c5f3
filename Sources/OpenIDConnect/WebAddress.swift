/// The addresses of a provider: https, or http on this machine only.
public enum WebAddress {
  private static let longest = 2_000

  public static func isAllowed(_ text: String) -> Bool {
    guard text.utf8.count <= longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("\\"),
      let scheme = ["https://", "http://"].first(where: text.hasPrefix)
    else { return false }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("@"), !text.contains("#") else { return false }
    return scheme == "https://" || isLoopback(host(of: authority))
  }

  private static func host(of authority: Substring) -> Substring {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return authority[...end] }
    return authority.prefix { $0 != ":" }
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Issuers are compared with and without a trailing slash.
  public static func withoutTrailingSlash(_ text: String) -> String {
    text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
