/// Cuts what a process writes into lines, each complete or as long as a line may be.
struct LineSplitter: Sendable {
  static let longestLine = 16 * 1_024

  private var rest: [UInt8] = []

  mutating func add(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
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

  /// What was written last, without the end of its line.
  mutating func finish() -> [UInt8]? {
    defer { rest.removeAll() }
    return rest.isEmpty ? nil : rest
  }
}
