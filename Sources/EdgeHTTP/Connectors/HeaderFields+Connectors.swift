import Connectors

extension HeaderFields {
  /// The method of a valid head.
  static func method(_ bytes: Span<UInt8>) -> String {
    // An empty line may come first.
    let start = bytes.count > 1 && bytes[0] == Bytes.carriageReturn ? 2 : 0
    let end = bytes.first(Bytes.space, in: start..<bytes.count) ?? start
    return bytes.text(start..<end)
  }

  /// All fields of a valid head, with their names in lower case.
  static func all(_ bytes: Span<UInt8>) -> [ConnectorPair] {
    var pairs: [ConnectorPair] = []
    var start = 0
    while let end = bytes.first(Bytes.lineFeed, in: start..<bytes.count) {
      // The first line is the request line, whose first space comes before any colon.
      if let colon = bytes.first(Bytes.colon, in: start..<end), bytes.isToken(start..<colon) {
        let value = bytes.text(bytes.trimmed((colon + 1)..<(end - 1)))
        pairs.append(ConnectorPair(bytes.text(start..<colon).lowercased(), value))
      }
      start = end + 1
    }
    return pairs
  }
}
