/// Fields of a head that few requests need: they are looked for when they are asked for. The head's lines have been
/// judged before.
struct HeaderFields {
  private let head: [UInt8]

  init(_ head: [UInt8]) {
    self.head = head
  }

  /// The values of all fields of a name, which is written in lower case, without the space around them.
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
