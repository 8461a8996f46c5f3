import Domain

/// The field that names the new place of a file.
enum Destination {
  /// Parses the path of an absolute address or a path. Only the part below the base counts, because a proxy may change
  /// what precedes it.
  static func path(_ destination: String, base: String) -> FilePath? {
    var path = destination.utf8[...]
    if let scheme = destination.firstRange(of: "://") {
      path = path[scheme.upperBound...]
      guard let slash = path.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      path = path[slash...]
    }
    guard path.first == UInt8(ascii: "/") else { return nil }
    path = path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var names = path.split(separator: UInt8(ascii: "/")).map { PercentText.decoded(Array($0)) }
    let before = base.parts(at: "/")
    for (place, name) in before.enumerated() {
      // The public path is missing if the client reaches the server directly.
      if names.first == name { names.removeFirst() } else if place == before.count - 1 { return nil }
    }
    let found = names.compactMap { $0 }
    return found.count == names.count ? FilePath(found) : nil
  }
}
