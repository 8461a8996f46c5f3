/// The place to which the browser returns after a sign-in. It must stay on this server.
public enum ReturnPath {
  static let longest = 300

  /// Returns the path if it is below the public one (`base`, without a trailing slash), or else the page's.
  public static func checked(_ path: String?, below base: String) -> String {
    let page = base + "/"
    guard let path, path.utf8.count <= longest, isPlain(path), path.hasPrefix(base) else { return page }
    let rest = path.dropFirst(base.count)
    guard rest.hasPrefix("/"), !rest.hasPrefix("//") else { return page }
    // A dot segment could lead out of the base.
    let name = rest.prefix { $0 != "?" && $0 != "#" }.lowercased()
    guard !name.contains(".."), !name.contains("%2e"), !name.contains("//") else { return page }
    return path
  }

  /// Browsers read a backslash as a slash and ignore line breaks.
  private static func isPlain(_ path: String) -> Bool {
    path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }
}
