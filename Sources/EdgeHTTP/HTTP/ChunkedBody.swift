/// Decodes a chunked body as it arrives. Appends the data to `content`, unless the body is discarded.
struct ChunkedBody: Sendable {
  enum Step: Equatable, Sendable {
    case more
    /// The place of the next request.
    case end(Int)
  }

  private enum Part { case size, data, dataEnd, trailer }

  private var part = Part.size
  private var lineStart: Int
  private var scanned: Int
  private var left = 0
  private var trailerStart = 0
  private let keepsContent: Bool
  private let most: Int
  private var count = 0
  private(set) var content: [UInt8] = []

  init(at start: Int, keepsContent: Bool = true, most: Int = Limits.bodyBytes) {
    self.most = most
    lineStart = start
    scanned = start
    self.keepsContent = keepsContent
  }

  /// The data that has arrived since the last call.
  mutating func takeContent() -> [UInt8] {
    defer { content = [] }
    return content
  }

  /// The bytes up to this place are decoded and no longer needed.
  var taken: Int { lineStart }

  /// Adjusts the places after `count` bytes were removed from the start of the buffer.
  mutating func shift(by count: Int) {
    lineStart -= count
    scanned -= count
    trailerStart -= count
  }

  mutating func advance(_ bytes: Span<UInt8>) throws(RequestProblem) -> Step {
    while true {
      if part == .data {
        let count = min(left, bytes.count - lineStart)
        if keepsContent { content.append(bytes, lineStart..<(lineStart + count)) }
        self.count += count
        left -= count
        lineStart += count
        scanned = lineStart
        guard left == 0 else { return .more }
        part = .dataEnd
      }
      guard let line = try nextLine(bytes) else { return .more }
      switch part {
      case .size:
        left = try size(line, bytes)
        guard count + left <= most else { throw .tooLargeBody(most) }
        part = left == 0 ? .trailer : .data
        trailerStart = lineStart
      case .dataEnd:
        part = .size
      case .trailer:
        if line.isEmpty { return .end(lineStart) }
        try checkTrailer(line, bytes)
      case .data:
        break
      }
    }
  }

  private mutating func nextLine(_ bytes: Span<UInt8>) throws(RequestProblem) -> Range<Int>? {
    let limit = part == .trailer ? Limits.trailerBytes : Limits.chunkExtensionBytes
    let origin = part == .trailer ? trailerStart : lineStart
    while scanned < bytes.count {
      guard scanned - origin <= limit else { throw .malformed("a chunk line or the trailer is too long") }
      if part == .dataEnd, bytes[scanned] != (scanned == lineStart ? Bytes.carriageReturn : Bytes.lineFeed) {
        throw .malformed("a chunk is longer than its declared size")
      }
      if bytes[scanned] == Bytes.lineFeed {
        guard scanned > lineStart, bytes[scanned - 1] == Bytes.carriageReturn else {
          throw .malformed("a chunk line must end in CR LF")
        }
        let line = lineStart..<(scanned - 1)
        scanned += 1
        lineStart = scanned
        return line
      }
      scanned += 1
    }
    return nil
  }

  /// Leading zeros are allowed, as many as fit into the line limit.
  private func size(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) -> Int {
    var size = 0
    var index = line.lowerBound
    while index < line.upperBound, let digit = Bytes.hexValue(bytes[index]) {
      size = size << 4 | Int(digit)
      guard size <= most else { throw .tooLargeBody(most) }
      index += 1
    }
    guard index > line.lowerBound else { throw .malformed("a chunk size is malformed") }
    if index < line.upperBound { try ChunkExtensions.check(index..<line.upperBound, bytes) }
    return size
  }

  private func checkTrailer(_ line: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    var colon = line.lowerBound
    while colon < line.upperBound, Bytes.isToken(bytes[colon]) { colon += 1 }
    guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == Bytes.colon else {
      throw .malformed("a trailer field is malformed")
    }
    guard bytes.isFieldValue((colon + 1)..<line.upperBound) else {
      throw .malformed("a trailer field contains a control character")
    }
  }
}
