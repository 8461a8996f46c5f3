/// Parses a request head line by line as it arrives. Rejects everything that two HTTP parsers could read differently.
struct RequestParser: Sendable {
  enum Step: Sendable {
    case more
    /// `head` is complete.
    case head
    case rejected(RequestProblem)
  }

  private enum Part { case blank, line, fields }

  private var part = Part.blank
  var lineStart: Int
  private var scanned: Int
  private var fieldsStart = 0
  private var fieldCount = 0
  var head = RequestHead()
  /// A list may span several fields. It is not in the head, because the head is copied often and must not own memory.
  var ifNoneMatch: [Range<Int>] = []
  /// A list too.
  var acceptLanguage: [Range<Int>] = []
  var closes = false

  init(at start: Int) {
    lineStart = start
    scanned = start
  }

  /// Continues after the last call; `bytes` may only have grown.
  mutating func advance(_ bytes: Span<UInt8>) -> Step {
    do throws(RequestProblem) {
      while let end = bytes.first(Bytes.lineFeed, in: scanned..<bytes.count) {
        guard end > lineStart, bytes[end - 1] == Bytes.carriageReturn else {
          throw .malformed("a line must end in CR LF")
        }
        let line = lineStart..<(end - 1)
        scanned = end + 1
        lineStart = scanned
        if try take(line, bytes) {
          head.end = scanned
          try finish(bytes)
          return .head
        }
      }
      scanned = bytes.count
      try checkPartialLine(bytes)
      return .more
    } catch {
      return .rejected(error)
    }
  }

  /// Returns true at the empty line that ends the head.
  private mutating func take(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) -> Bool {
    switch part {
    case .blank where line.isEmpty:
      // Old clients send an empty line after a body.
      part = .line
      return false
    case .blank, .line:
      try takeRequestLine(line, bytes)
      part = .fields
      fieldsStart = lineStart
      return false
    case .fields:
      guard lineStart - fieldsStart <= Limits.headerBytes else { throw .tooLargeHeader }
      guard !line.isEmpty else { return true }
      fieldCount += 1
      guard fieldCount <= Limits.headerFields else { throw .tooLargeHeader }
      try takeField(line, bytes)
      return false
    }
  }

  /// Rejects a line that is too long before it ends.
  private func checkPartialLine(_ bytes: Span<UInt8>) throws(RequestProblem) {
    let count = bytes.count - lineStart
    guard count > 0 else { return }
    if part == .fields {
      guard bytes.count - fieldsStart <= Limits.headerBytes else { throw .tooLargeHeader }
      return
    }
    guard Bytes.isToken(bytes[lineStart]) || bytes[lineStart] == Bytes.carriageReturn else {
      throw .malformed("this is not an HTTP request")
    }
    guard count > Limits.methodBytes else { return }
    guard let space = bytes.first(Bytes.space, in: lineStart..<(lineStart + Limits.methodBytes + 1)) else {
      throw .malformed("the method is too long")
    }
    // The version and the line end take ten more bytes.
    guard bytes.count - space - 1 <= Limits.targetBytes + 11 else { throw .tooLongTarget }
  }
}

extension RequestProblem {
  static let tooLargeHeader = RequestProblem(
    status: 431, detail: "the header is over \(Limits.headerBytes / 1024) KiB or \(Limits.headerFields) fields")
  static let tooLongTarget = RequestProblem(
    status: 414, detail: "the request target is over \(Limits.targetBytes / 1024) KiB")
  static func tooLargeBody(_ most: Int) -> RequestProblem {
    RequestProblem(status: 413, detail: "the body is over \(most / 1024 / 1024) MiB")
  }
}
