/// Chooses the content coding that a client prefers (RFC 9110, 12.5.3).
enum AcceptEncoding {
  /// Whether gzip is accepted and not less preferred than the plain body.
  static func prefersGzip(_ fields: [[UInt8]]) -> Bool {
    var (gzip, identity, any): (Int?, Int?, Int?) = (nil, nil, nil)
    for element in fields.joined(separator: [Bytes.comma]).split(separator: Bytes.comma).prefix(Limits.codings) {
      let parts = String(decoding: element, as: UTF8.self).lowercased().split(separator: ";").map { part in
        part.filter { $0 != " " && $0 != "\t" }
      }
      guard let name = parts.first, let weight = weight(parts.dropFirst()) else { continue }
      switch name {
      case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
      case "identity": identity = weight
      case "*": any = weight
      default: break
      }
    }
    let wanted = gzip ?? any ?? 0
    return wanted > 0 && wanted >= identity ?? 0
  }

  /// The weight in thousandths, or nil if it is invalid.
  static func weight(_ parameters: ArraySlice<String>) -> Int? {
    guard let text = parameters.first(where: { $0.hasPrefix("q=") })?.dropFirst(2) else { return 1_000 }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Int(parts[0]), (0...1).contains(whole) else { return nil }
    guard parts.count == 2 else { return whole * 1_000 }
    guard parts[1].count <= 3, parts[1].allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    let thousandths = Int((parts[1] + "000").prefix(3)) ?? 0
    return whole == 0 ? thousandths : thousandths == 0 ? 1_000 : nil
  }
}
