/// Finds header fields that few requests need, on demand. The parser has validated the lines.
struct HeaderFields {
  private let head: [UInt8]

  init(_ head: [UInt8]) {
    self.head = head
  }

  /// Returns the trimmed values of all fields with the name, which must be in lower case.
  func values(_ name: some Collection<UInt8>) -> [[UInt8]] {
    var values: [[UInt8]] = []
    let bytes = head.span
    var start = 0
    while let end = bytes.first(Bytes.lineFeed, in: start..<head.count) {
      let colon = start + name.count
      if colon < end, bytes[colon] == Bytes.colon,
        head[start..<colon].lazy.map(Bytes.lowercased).elementsEqual(name)
      {
        values.append(bytes.array(bytes.trimmed((colon + 1)..<(end - 1))))
      }
      start = end + 1
    }
    return values
  }

  func values(_ name: String) -> [[UInt8]] { values(name.utf8) }
}
