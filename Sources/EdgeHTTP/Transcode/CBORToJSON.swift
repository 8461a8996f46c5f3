import Proto

/// Writes a reply's CBOR as JSON text, without knowing the types between. Used again for the next reply.
struct CBORToJSON {
  private struct Level {
    /// Tokens still to come; a map has two for each pair. Nil: up to a break.
    var left: UInt64?
    var isMap: Bool
    var isFirst = true
    var isValue = false
  }

  struct Unwritable: Error {}

  private var levels: [Level] = []

  /// Appends the one item that `bytes` hold.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) throws {
    var reader = CBORReader(bytes)
    try append(&reader, to: &output)
  }

  /// Appends the next item of the reader.
  mutating func append(_ reader: inout CBORReader, to output: inout [UInt8]) throws {
    levels.removeAll(keepingCapacity: true)
    repeat {
      let token = try reader.next()
      if case .end = token {
        guard let level = levels.popLast() else { throw Unwritable() }
        output.append(level.isMap ? 0x7D : 0x5D)
      } else {
        separate(&output)
        try write(token, &reader, &output)
      }
      while let level = levels.last, level.left == 0 {
        output.append(level.isMap ? 0x7D : 0x5D)
        levels.removeLast()
      }
    } while !levels.isEmpty
  }

  private mutating func separate(_ output: inout [UInt8]) {
    guard let last = levels.indices.last else { return }
    if levels[last].isMap, levels[last].isValue {
      output.append(Bytes.colon)
      levels[last].isValue = false
    } else {
      if !levels[last].isFirst { output.append(Bytes.comma) }
      levels[last].isFirst = false
      levels[last].isValue = levels[last].isMap
    }
    if let left = levels[last].left { levels[last].left = left - 1 }
  }

  private mutating func write(
    _ token: CBORToken, _ reader: inout CBORReader, _ output: inout [UInt8]
  ) throws {
    switch token {
    case .text(let text): JSONBytes.append(text: text, to: &output)
    case .unsigned, .negative, .float, .bool, .null, .undefined, .simple: try scalar(token, &output)
    case .array(let count):
      output.append(0x5B)
      levels.append(Level(left: count, isMap: false))
    case .map(let count):
      output.append(0x7B)
      levels.append(Level(left: count.map { $0 > .max / 2 ? .max : $0 * 2 }, isMap: true))
    case .tag(1): try instant(&reader, &output)
    // Any other tag only comments on what follows it.
    case .tag: try write(try reader.next(), &reader, &output)
    case .bytes(let bytes): JSONBytes.append(base64: bytes, to: &output)
    case .bytesInPieces, .textInPieces, .end: throw Unwritable()
    }
    guard levels.count <= 2 * Limits.jsonDepth else { throw Unwritable() }
  }

  /// A name must be text in JSON, whatever it was in CBOR.
  private var isName: Bool {
    guard let level = levels.last else { return false }
    return level.isMap && level.isValue
  }

  private func scalar(_ token: CBORToken, _ output: inout [UInt8]) throws {
    if isName { output.append(Bytes.quote) }
    switch token {
    case .unsigned(let value): JSONBytes.append(value, to: &output)
    case .negative(let value):
      output.append(0x2D)
      let (magnitude, overflows) = value.addingReportingOverflow(1)
      guard !overflows else { throw Unwritable() }
      JSONBytes.append(magnitude, to: &output)
    case .float(let value): JSONBytes.append(value, to: &output)
    case .bool(let value): output += value ? JSONBytes.yes : JSONBytes.no
    default: output += JSONBytes.null
    }
    if isName { output.append(Bytes.quote) }
  }

  private func instant(_ reader: inout CBORReader, _ output: inout [UInt8]) throws {
    let seconds: Double
    switch try reader.next() {
    case .unsigned(let value): seconds = Double(value)
    case .negative(let value): seconds = -1 - Double(value)
    case .float(let value): seconds = value.rounded(.down)
    default: throw Unwritable()
    }
    guard let seconds = Int64(exactly: seconds), Proto.Limits.instantSeconds.contains(seconds) else {
      throw Unwritable()
    }
    JSONBytes.append(instant: seconds, to: &output)
  }
}
