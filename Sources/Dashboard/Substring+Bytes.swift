/// Searches that compare bytes. All files are read when the edge starts, and comparing characters takes four times as
/// long.
extension Substring {
  /// The lines without their ends.
  var lines: [Substring] { parts(between: "\n") }

  func begins(with text: String) -> Bool { utf8.starts(with: text.utf8) }

  func ends(with text: String) -> Bool { utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }

  func dropping(first: Int = 0, last: Int = 0) -> Substring { Substring(utf8.dropFirst(first).dropLast(last)) }

  func parts(between separator: Unicode.Scalar) -> [Substring] {
    let wanted = UInt8(ascii: separator)
    let offsets = withBytes { bytes in bytes.indices.filter { bytes[$0] == wanted } }
    var parts: [Substring] = []
    var start = startIndex
    for offset in offsets {
      let end = utf8.index(startIndex, offsetBy: offset)
      parts.append(self[start..<end])
      start = utf8.index(after: end)
    }
    parts.append(self[start...])
    return parts
  }

  /// Returns the first place of a text that is not empty.
  func firstPlace(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    let offset = withBytes { bytes -> Int? in
      guard bytes.count >= wanted.count else { return nil }
      return (0...bytes.count - wanted.count).first { start in
        bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }

  /// The text with each place of `text` replaced.
  func replacingAll(_ text: String, with other: String) -> String {
    var result = ""
    var rest = self
    while let place = rest.firstPlace(of: text) {
      result += rest[..<place.lowerBound]
      result += other
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(read) ?? Array(utf8).withUnsafeBufferPointer(read)
  }
}
