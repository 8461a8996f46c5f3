extension RequestParser {
  mutating func takeRequestLine(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard let space = bytes.first(Bytes.space, in: line), space > line.lowerBound else {
      throw .malformed("the request line is not METHOD TARGET HTTP/1.1")
    }
    let method = line.lowerBound..<space
    guard bytes.isToken(method) else { throw .malformed("the method is malformed") }
    guard method.count <= Limits.methodBytes else { throw .malformed("the method is too long") }
    let rest = (space + 1)..<line.upperBound
    guard let end = bytes.first(Bytes.space, in: rest) else {
      guard rest.count <= Limits.targetBytes else { throw .tooLongTarget }
      throw .malformed("the request line has no version")
    }
    let target = rest.lowerBound..<end
    guard target.count <= Limits.targetBytes else { throw .tooLongTarget }
    head.verb = Verb(bytes, method)
    try takeVersion((end + 1)..<line.upperBound, bytes)
    try takeTarget(target, bytes)
  }

  /// A later minor version counts as 1.1 (RFC 9110 2.5).
  private mutating func takeVersion(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    if bytes.equals(range, "HTTP/1.1") { return }
    if bytes.equals(range, "HTTP/1.0") {
      head.isHTTP11 = false
      head.keepsAlive = false
      return
    }
    let start = range.lowerBound
    guard range.count == 8, bytes.equals(start..<(start + 5), "HTTP/"),
      Bytes.isDigit(bytes[start + 5]), bytes[start + 6] == 0x2E, Bytes.isDigit(bytes[start + 7])
    else { throw .malformed("the version is malformed") }
    if bytes[start + 5] == 0x31 { return }
    throw RequestProblem(status: 505, detail: "unsupported HTTP version; use HTTP/1.1")
  }

  private func skipScheme(_ target: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) -> Int {
    for (scheme, count) in [("http://", 7), ("https://", 8)] as [(StaticString, Int)] where target.count > count {
      let end = target.lowerBound + count
      if bytes.equalsFolded(target.lowerBound..<end, scheme) { return end }
    }
    throw .malformed("the request target must start with a slash")
  }

  private mutating func takeTarget(_ target: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard !target.isEmpty else { throw .malformed("the request target is empty") }
    // Clients never send a fragment, and some readers treat a backslash as a slash.
    guard bytes.first(in: target, where: { $0.invisible | $0.equal(0x23) | $0.equal(0x5C) }) == nil else {
      throw .malformed("the request target contains a character that must be percent-encoded")
    }
    var start = target.lowerBound
    if bytes[start] == 0x2A, target.count == 1 {
      guard head.verb == .options else { throw .malformed("the request target * is only valid with OPTIONS") }
      head.path = target
      return
    }
    if bytes[start] != Bytes.slash {
      start = try skipScheme(target, bytes)
      let end = bytes.first(in: start..<target.upperBound) { $0.equal(Bytes.slash) | $0.equal(0x3F) }
      // The host in the target takes precedence over Host (RFC 9112 3.2.2).
      try checkAuthority(start..<(end ?? target.upperBound), bytes, "the host of the request target")
      guard let end, bytes[end] == Bytes.slash else {
        // A missing path is `/`: the slash before the host is used.
        head.path = (start - 1)..<start
        head.query = end.map { ($0 + 1)..<target.upperBound }
        return
      }
      start = end
    }
    let mark = bytes.first(0x3F, in: start..<target.upperBound)
    head.path = start..<(mark ?? target.upperBound)
    head.query = mark.map { ($0 + 1)..<target.upperBound }
  }
}
