/// Searches that compare bytes. All files are read when the edge starts, and comparing characters takes four times as
/// long.
extension Substring {
  /// The lines without their ends.
  var lines: [Substring] { parts(between: "\n") }

  func parts(between separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map(Substring.init)
  }

  /// Returns the first place of a text that is not empty.
  func firstPlace(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    let offset = Array(utf8).withUnsafeBufferPointer { bytes -> Int? in
      guard bytes.count >= wanted.count else { return nil }
      return (0...bytes.count - wanted.count).first { start in
        bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }
}
