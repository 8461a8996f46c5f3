import JSON
import Proto

/// Transcodes a reply's CBOR to JSON text, without knowing its types. It is reused for the next reply.
struct CBORToJSON {
  private struct Level {
    /// The number of tokens left; a map has two per pair. Nil: up to a break.
    var left: UInt64?
    var isMap: Bool
    /// The byte before the next token: a colon after a name, a comma after a value, or 0 for none.
    var separator: UInt8 = 0

    var closing: UInt8 { isMap ? 0x7D : 0x5D }
    /// Whether the last token was a name. Names are text in JSON, regardless of their CBOR type.
    var isAtName: Bool { separator == Bytes.colon }

    mutating func goOn() {
      separator = isMap && separator != Bytes.colon ? Bytes.colon : Bytes.comma
      if let left { self.left = left - 1 }
    }
  }

  struct Unwritable: Error {}

  /// The innermost open container, and those around it. The outermost one is virtual: it holds the item and writes no
  /// brackets.
  private var level = Level(left: 1, isMap: false)
  private var outer: [Level] = []

  /// Appends the single item in `bytes`.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) throws {
    var reader = CBORReader(bytes)
    try append(&reader, to: &output)
  }

  /// Appends the reader's next item.
  mutating func append(_ reader: inout CBORReader, to output: inout [UInt8]) throws {
    level = Level(left: 1, isMap: false)
    outer.removeAll(keepingCapacity: true)
    while true {
      while level.left == 0 {
        guard let next = outer.popLast() else { return }
        output.append(level.closing)
        level = next
      }
      let token = try reader.next()
      if case .end = token {
        guard let next = outer.popLast() else { throw Unwritable() }
        output.append(level.closing)
        level = next
        continue
      }
      if level.separator != 0 { output.append(level.separator) }
      level.goOn()
      try write(token, &reader, &output)
    }
  }

  private mutating func write(
    _ token: CBORToken, _ reader: inout CBORReader, _ output: inout [UInt8]
  ) throws {
    switch token {
    case .text(let text): JSONBytes.append(text: text, to: &output)
    case .unsigned, .negative, .float, .bool, .null, .undefined, .simple: try scalar(token, &output)
    case .array(let count): try open(Level(left: count, isMap: false), 0x5B, &output)
    case .map(let count):
      try open(Level(left: count.map { $0 > .max / 2 ? .max : $0 * 2 }, isMap: true), 0x7B, &output)
    case .tag(1): try instant(&reader, &output)
    // Other tags are ignored: they only annotate the item that follows.
    case .tag: try write(try reader.next(), &reader, &output)
    case .bytes(let bytes): JSONBytes.append(base64: bytes, to: &output)
    case .bytesInPieces, .textInPieces, .end: throw Unwritable()
    }
  }

  private mutating func open(_ inner: Level, _ opening: UInt8, _ output: inout [UInt8]) throws {
    // A JSON name cannot be a list or an object.
    guard !level.isAtName else { throw Unwritable() }
    output.append(opening)
    outer.append(level)
    level = inner
    guard outer.count <= 2 * Limits.jsonDepth else { throw Unwritable() }
  }

  private func scalar(_ token: CBORToken, _ output: inout [UInt8]) throws {
    if level.isAtName { output.append(Bytes.quote) }
    switch token {
    case .unsigned(let value): JSONBytes.append(value, to: &output)
    case .negative(let value):
      output.append(0x2D)
      let (magnitude, overflows) = value.addingReportingOverflow(1)
      guard !overflows else { throw Unwritable() }
      JSONBytes.append(magnitude, to: &output)
    case .float(let value): JSONBytes.append(value, to: &output)
    case .bool(let value): JSONBytes.append(value, to: &output)
    default: output += JSONBytes.null
    }
    if level.isAtName { output.append(Bytes.quote) }
  }

  private func instant(_ reader: inout CBORReader, _ output: inout [UInt8]) throws {
    let seconds: Double
    switch try reader.next() {
    case .unsigned(let value): seconds = Double(value)
    case .negative(let value): seconds = -1 - Double(value)
    case .float(let value): seconds = value.rounded(.down)
    default: throw Unwritable()
    }
    guard let seconds = Int64(exactly: seconds), CBORLimits.instantSeconds.contains(seconds) else {
      throw Unwritable()
    }
    JSONBytes.append(instant: seconds, to: &output)
  }
}
