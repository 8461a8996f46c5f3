/// The extensions after a chunk's size (RFC 9112 7.1.1). They are ignored, but must be well-formed so that no request
/// can be smuggled in them.
enum ChunkExtensions {
  /// `;name`, `;name=value` or `;name="text"`. White space is allowed around each mark, but not at the end.
  static func check(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    var index = range.lowerBound
    while index < range.upperBound {
      try takeMark(0x3B, &index, range, bytes)
      try takeToken(&index, range, bytes)
      guard bytes.afterBlanks(index..<range.upperBound).map({ bytes[$0] }) == 0x3D else { continue }
      try takeMark(0x3D, &index, range, bytes)
      if index < range.upperBound, bytes[index] == Bytes.quote {
        try takeQuoted(&index, range, bytes)
      } else {
        try takeToken(&index, range, bytes)
      }
    }
  }

  private static let malformed = RequestProblem.malformed("a chunk's extension is malformed")

  private static func takeMark(
    _ mark: UInt8, _ index: inout Int, _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(RequestProblem) {
    guard let place = bytes.afterBlanks(index..<range.upperBound), bytes[place] == mark else { throw malformed }
    index = bytes.afterBlanks((place + 1)..<range.upperBound) ?? range.upperBound
  }

  private static func takeToken(_ index: inout Int, _ range: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    let start = index
    while index < range.upperBound, Bytes.isToken(bytes[index]) { index += 1 }
    guard index > start else { throw malformed }
  }

  private static func takeQuoted(_ index: inout Int, _ range: Range<Int>, _ bytes: Span<UInt8>) throws(RequestProblem) {
    let start = index + 1
    index = start
    while index < range.upperBound, bytes[index] != Bytes.quote { index += bytes[index] == 0x5C ? 2 : 1 }
    guard index < range.upperBound, bytes.isFieldValue(start..<index) else { throw malformed }
    index += 1
  }
}

extension Span where Element == UInt8 {
  /// Returns the first place that is neither a space nor a tab.
  fileprivate func afterBlanks(_ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound, self[index] == Bytes.space || self[index] == Bytes.tab { index += 1 }
    return index < range.upperBound ? index : nil
  }
}
