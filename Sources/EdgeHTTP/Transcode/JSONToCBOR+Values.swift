import Proto

extension JSONToCBOR {
  func malformed(_ detail: String) -> RequestProblem {
    RequestProblem(status: 400, detail: "the body is not JSON: \(detail)")
  }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Throws at the end of the text.
  mutating func skipSpace(_ bytes: Span<UInt8>) throws(RequestProblem) {
    while position < end, isSpace(bytes[position]) { position += 1 }
    guard position < end else { throw malformed("it is incomplete") }
  }

  private static let yes = [UInt8]("true".utf8)
  private static let no = [UInt8]("false".utf8)
  private static let null = [UInt8]("null".utf8)

  mutating func value(
    _ bytes: Span<UInt8>, _ writer: inout CBORWriter, _ overriding: [[UInt8]]
  ) throws(RequestProblem) {
    switch bytes[position] {
    case Bytes.quote:
      position += 1
      _ = try string(bytes, &writer)
    case 0x7B, 0x5B:
      let isMap = bytes[position] == 0x7B
      position += 1
      let level = Level(isMap: isMap, opened: writer.open(), count: 0, firstKey: keys.count)
      try open(level, bytes, &writer, overriding)
    case 0x74:
      try literal(JSONToCBOR.yes, bytes)
      writer.bool(true)
    case 0x66:
      try literal(JSONToCBOR.no, bytes)
      writer.bool(false)
    case 0x6E:
      try literal(JSONToCBOR.null, bytes)
      writer.null()
    case 0x2D, 0x30...0x39:
      try number(bytes, &writer)
    default:
      throw malformed("a value is missing")
    }
  }

  private mutating func literal(_ text: [UInt8], _ bytes: Span<UInt8>) throws(RequestProblem) {
    guard end - position >= text.count, bytes.equals(position..<(position + text.count), text) else {
      throw malformed("a value is malformed")
    }
    position += text.count
  }

  /// Reads the name of a member and its colon.
  mutating func key(
    _ level: Int, _ bytes: Span<UInt8>, _ writer: inout CBORWriter, _ overriding: [[UInt8]]
  ) throws(RequestProblem) {
    try skipSpace(bytes)
    guard bytes[position] == Bytes.quote else { throw malformed("a member's name is missing") }
    position += 1
    let start = writer.count
    let length = try string(bytes, &writer)
    let name = (writer.count - length)..<writer.count
    if level == 0, let index = overriding.firstIndex(where: { writer.holds($0, at: name) }) {
      guard overridden & 1 << UInt64(index) == 0 else {
        throw RequestProblem(status: 400, detail: "an object has two members of the same name")
      }
      overridden |= 1 << UInt64(index)
      levels[level].dropsFrom = start
    } else {
      keys.append(name, writer)
    }
    try skipSpace(bytes)
    guard bytes[position] == Bytes.colon else { throw malformed("a colon is missing") }
    position += 1
  }
}

extension CBORWriter {
  func holds(_ text: [UInt8], at range: Range<Int>) -> Bool {
    guard text.count == range.count else { return false }
    return withBytes { bytes in text.elementsEqual(bytes[range]) }
  }
}
