import Proto

/// Transcodes a request's JSON text to the CBOR of a call's argument, without knowing its types.
///
/// It has an explicit stack, so that nesting is limited. It is reused for the next body.
struct JSONToCBOR {
  /// An open container.
  struct Level {
    var isMap: Bool
    /// The place reserved for the head.
    var opened: Int
    var count: Int
    var firstKey: Int
    /// The start of a member that a parameter overrides, or −1.
    var dropsFrom = -1
  }

  var position = 0
  var end = 0
  var levels: [Level] = []
  var keys = KeySet()
  /// The overriding names seen so far, one bit each.
  var overridden: UInt64 = 0
  var scratch: [UInt8] = []

  /// Appends the members of the object in `range` to the map at `opened`, and closes that map. Members named in
  /// `overriding` are skipped.
  mutating func argument(
    _ bytes: Span<UInt8>, _ range: Range<Int>, into writer: inout CBORWriter, opened: Int, count: Int,
    overriding: [[UInt8]]
  ) throws(RequestProblem) {
    begin(range)
    try skipSpace(bytes)
    let isObject = bytes[position] == 0x7B
    if isObject {
      position += 1
      try open(Level(isMap: true, opened: opened, count: count, firstKey: 0), bytes, &writer, overriding)
    } else {
      try value(bytes, &writer, overriding)
    }
    try run(bytes, &writer, overriding)
    guard isObject else { throw RequestProblem(status: 422, detail: "the body must be a JSON object") }
  }

  /// Writes one value of any type.
  mutating func item(_ bytes: Span<UInt8>, _ range: Range<Int>, into writer: inout CBORWriter) throws(RequestProblem) {
    begin(range)
    try skipSpace(bytes)
    try value(bytes, &writer, [])
    try run(bytes, &writer, [])
  }

  mutating func begin(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
    levels.removeAll(keepingCapacity: true)
    keys.removeAll()
    overridden = 0
  }

  /// Reads to the end of the outermost value. Throws if anything follows.
  private mutating func run(
    _ bytes: Span<UInt8>, _ writer: inout CBORWriter, _ overriding: [[UInt8]]
  ) throws(RequestProblem) {
    while !levels.isEmpty {
      let last = levels.count - 1
      try skipSpace(bytes)
      let byte = bytes[position]
      position += 1
      switch byte {
      case Bytes.comma:
        finishMember(last, &writer)
        if levels[last].isMap { try key(last, bytes, &writer, overriding) }
        levels[last].count += 1
        try skipSpace(bytes)
        try value(bytes, &writer, overriding)
      case 0x7D where levels[last].isMap, 0x5D where !levels[last].isMap:
        finishMember(last, &writer)
        try close(&writer)
      default:
        throw malformed("a comma or the end of an object or array is missing")
      }
    }
    while position < end, isSpace(bytes[position]) { position += 1 }
    guard position == end else { throw malformed("unexpected text after the value") }
    guard writer.count <= Limits.argumentBytes else {
      throw RequestProblem(status: 413, detail: "the body is too large for one internal message; send less at once")
    }
  }

  private mutating func finishMember(_ level: Int, _ writer: inout CBORWriter) {
    guard levels[level].dropsFrom >= 0 else { return }
    writer.truncate(to: levels[level].dropsFrom)
    levels[level].dropsFrom = -1
    levels[level].count -= 1
  }

  private mutating func close(_ writer: inout CBORWriter) throws(RequestProblem) {
    guard let level = levels.popLast() else { return }
    guard level.isMap else { return writer.closeArray(level.opened, count: level.count) }
    guard keys.areDistinct(from: level.firstKey, writer) else {
      throw RequestProblem(status: 400, detail: "an object has two members of the same name; send each once")
    }
    keys.removeAll(from: level.firstKey)
    writer.closeMap(level.opened, count: level.count)
  }

  mutating func open(
    _ level: Level, _ bytes: Span<UInt8>, _ writer: inout CBORWriter, _ overriding: [[UInt8]]
  ) throws(RequestProblem) {
    guard levels.count < Limits.jsonDepth else {
      throw RequestProblem(status: 400, detail: "the JSON is nested deeper than \(Limits.jsonDepth)")
    }
    levels.append(level)
    try skipSpace(bytes)
    if bytes[position] == (level.isMap ? 0x7D : 0x5D) {
      position += 1
      return try close(&writer)
    }
    let last = levels.count - 1
    if level.isMap { try key(last, bytes, &writer, overriding) }
    levels[last].count += 1
    try skipSpace(bytes)
    try value(bytes, &writer, overriding)
  }
}
