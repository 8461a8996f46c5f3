extension RequestParser {
  mutating func takeField(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard let colon = bytes.first(Bytes.colon, in: line), colon > line.lowerBound else {
      throw .malformed("a header field is malformed")
    }
    let name = FieldName(bytes, line.lowerBound..<colon)
    // This also rejects a folded line and a space before the colon.
    guard name != nil || bytes.isToken(line.lowerBound..<colon) else { throw .malformed("a header field is malformed") }
    guard bytes.isFieldValue((colon + 1)..<line.upperBound) else {
      throw .malformed("a header field contains a control character")
    }
    guard let name else { return }
    let value = bytes.trimmed((colon + 1)..<line.upperBound)
    switch name {
    case .host: try RequestParser.set(&head.host, value)
    case .origin: try RequestParser.set(&head.origin, value)
    case .authorization: try RequestParser.set(&head.authorization, value)
    case .contentType: try RequestParser.set(&head.contentType, value)
    case .contentEncoding: try RequestParser.set(&head.contentEncoding, value)
    case .idempotencyKey: try RequestParser.set(&head.idempotencyKey, value)
    case .lastEventID: try RequestParser.set(&head.lastEventID, value)
    case .requestID: if head.requestID == nil { head.requestID = value }
    case .traceparent: try RequestParser.set(&head.traceparent, value)
    case .requestedMethod: try RequestParser.set(&head.requestedMethod, value)
    case .requestedHeaders: head.requestedHeaders = value
    case .ifNoneMatch: ifNoneMatch.append(value)
    case .acceptLanguage: acceptLanguage.append(value)
    case .connection: takeConnection(value, bytes)
    case .expect: try takeExpect(value, bytes)
    case .contentLength: try takeLength(value, bytes)
    case .transferEncoding: try takeCoding(value, bytes)
    }
  }

  private static func set(_ member: inout Range<Int>?, _ value: Range<Int>) throws(RequestProblem) {
    guard member == nil else { throw .malformed("duplicate header field; send it once") }
    member = value
  }

  private mutating func takeConnection(_ value: Range<Int>, _ bytes: Span<UInt8>) {
    var start = value.lowerBound
    while start < value.upperBound {
      let end = bytes.first(Bytes.comma, in: start..<value.upperBound) ?? value.upperBound
      let option = bytes.trimmed(start..<end)
      if bytes.equalsFolded(option, "close") {
        head.keepsAlive = false
        closes = true
      } else if bytes.equalsFolded(option, "keep-alive"), !closes {
        head.keepsAlive = true
      }
      start = end + 1
    }
  }

  private mutating func takeExpect(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard bytes.equalsFolded(value, "100-continue") else {
      throw RequestProblem(status: 417, detail: "unsupported Expect; only 100-continue is supported")
    }
    head.expectsContinue = true
  }

  private mutating func takeLength(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard head.contentLength == nil else { throw .malformed("duplicate Content-Length; send it once") }
    guard value.count <= 18 else { throw .malformed("Content-Length is too large") }
    var length = 0
    for index in value {
      guard Bytes.isDigit(bytes[index]) else { throw .malformed("Content-Length is not a number") }
      length = length * 10 + Int(bytes[index] - 0x30)
    }
    // Some readers parse a number with a leading zero as octal.
    guard !value.isEmpty, value.count == 1 || bytes[value.lowerBound] != 0x30 else {
      throw .malformed("Content-Length must not have leading zeros")
    }
    head.contentLength = length
  }

  private mutating func takeCoding(_ value: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard !head.isChunked, bytes.equalsFolded(value, "chunked") else {
      throw .malformed("unsupported Transfer-Encoding; only chunked is supported")
    }
    head.isChunked = true
  }

  /// Checks that need the whole head.
  mutating func finish(_ bytes: Span<UInt8>) throws(RequestProblem) {
    if head.isChunked {
      guard head.contentLength == nil else {
        throw .malformed("Content-Length and Transfer-Encoding must not be combined")
      }
      guard head.isHTTP11 else { throw .malformed("Transfer-Encoding is not allowed in HTTP/1.0") }
    }
    if !head.isHTTP11 { head.expectsContinue = false }
    guard let host = head.host else {
      guard !head.isHTTP11 else { throw .malformed("the Host field is missing") }
      return
    }
    try checkAuthority(host, bytes, "the Host field")
  }

  /// `name`, `name:port`, `[address]` or `[address]:port` (RFC 3986).
  func checkAuthority(_ range: Range<Int>, _ bytes: Span<UInt8>, _ subject: StaticString) throws(RequestProblem) {
    guard !range.isEmpty else { throw .malformed("\(subject) is empty") }
    let isBracketed = bytes[range.lowerBound] == 0x5B
    let end =
      isBracketed
      ? bytes.first(0x5D, in: range).map { $0 + 1 } : bytes.first(Bytes.colon, in: range) ?? range.upperBound
    guard let end, end > range.lowerBound,
      isBracketed ? bytes.isAddress((range.lowerBound + 1)..<(end - 1)) : bytes.isHostName(range.lowerBound..<end)
    else { throw .malformed("\(subject) is malformed") }
    guard end < range.upperBound else { return }
    guard bytes[end] == Bytes.colon else { throw .malformed("\(subject) is malformed") }
    for index in (end + 1)..<range.upperBound where !Bytes.isDigit(bytes[index]) {
      throw .malformed("the port in \(subject) is malformed")
    }
  }
}
