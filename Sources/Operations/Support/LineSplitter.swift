/// Splits a stream of bytes into lines. A line that is longer than `longestLine` is split too.
public struct LineSplitter: Sendable {
  static let longestLine = 16 * 1_024

  private var rest: [UInt8] = []

  public init() {}

  /// Returns the lines that the new bytes complete.
  public mutating func add(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    rest += bytes
    var lines: [[UInt8]] = []
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: 0x0A) {
      lines.append(Array(rest[start..<end]))
      start = end + 1
    }
    rest.removeFirst(start)
    if rest.count > Self.longestLine {
      lines.append(rest)
      rest.removeAll()
    }
    return lines
  }

  /// Returns the bytes after the last line break, or nil if there are none.
  public mutating func finish() -> [UInt8]? {
    defer { rest.removeAll() }
    return rest.isEmpty ? nil : rest
  }
}
