/// Leaves out what only readers of the source need: comments that begin a line, indentation, and empty lines. They are
/// a fifth of the compressed files, and a phone loads all of it. No string spans lines in them (`DashboardTests`).
enum PageText {
  enum Kind {
    case script, style
  }

  static func kind(of contentType: String) -> Kind? {
    if contentType.hasPrefix("text/javascript") { return .script }
    return contentType.hasPrefix("text/css") ? .style : nil
  }

  static func compact(_ bytes: [UInt8], _ kind: Kind) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInComment = false
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      var rest = line.drop { $0 == space }
      if !isInComment, rest.starts(with: open) {
        isInComment = true
        rest = rest.dropFirst(open.count)
      }
      if isInComment {
        // `firstRange(of:)` takes several times as long.
        guard let end = rest.indices.first(where: { rest[$0...].starts(with: close) }) else { continue }
        isInComment = false
        rest = rest[(end + close.count)...].drop { $0 == space }
      }
      if rest.isEmpty || kind == .script && rest.starts(with: lineComment) { continue }
      if !result.isEmpty { result.append(newline) }
      result += rest
    }
    return result
  }

  private static let newline: UInt8 = 0x0A
  private static let space: UInt8 = 0x20
  private static let open: [UInt8] = [0x2F, 0x2A]
  private static let close: [UInt8] = [0x2A, 0x2F]
  private static let lineComment: [UInt8] = [0x2F, 0x2F]
}
