extension JSONValue {
  /// Parses JSON text. Returns nil if it is malformed or has more than `depthLimit` levels of values. Numbers
  /// become doubles. With `rejectsDuplicates`, no object may have two members of the same name.
  public init?(parsing bytes: [UInt8], depthLimit: Int, rejectsDuplicates: Bool = false) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = JSONReader(bytes: bytes, depthLimit: depthLimit, rejectsDuplicates: rejectsDuplicates)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  /// The member of that name in an object; the last one if the name repeats.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members.last { $0.0 == name }?.1 } else { nil }
  }

  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  public var list: [JSONValue]? {
    if case .list(let items) = self { items } else { nil }
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let depthLimit: Int
  let rejectsDuplicates: Bool
  var place = 0

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == bytes.count
    }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func word(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
    guard bytes[place...].starts(with: wanted) else { return false }
    place += count
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard depth < depthLimit, let byte = next else { return nil }
    switch byte {
    case 0x7B: return object(depth)
    case 0x5B: return list(depth)
    case 0x22: return string().map { .text($0) }
    case 0x74: return word("true") ? .bool(true) : nil
    case 0x66: return word("false") ? .bool(false) : nil
    case 0x6E: return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    place += 1
    var members: [(String, JSONValue)] = []
    var names: Set<String> = []
    if take(0x7D) { return .object(members) }
    repeat {
      skipSpace()
      guard next == 0x22, let key = string(), take(0x3A), let value = value(depth: depth + 1) else { return nil }
      if rejectsDuplicates, !names.insert(key).inserted { return nil }
      members.append((key, value))
    } while take(0x2C)
    return take(0x7D) ? .object(members) : nil
  }

  private mutating func list(_ depth: Int) -> JSONValue? {
    place += 1
    var items: [JSONValue] = []
    if take(0x5D) { return .list(items) }
    repeat {
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
    } while take(0x2C)
    return take(0x5D) ? .list(items) : nil
  }

  private mutating func number() -> JSONValue? {
    let start = place
    while let byte = next, [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) || (0x30...0x39).contains(byte) { place += 1 }
    guard place - start <= 64, let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)),
      value.isFinite
    else { return nil }
    return .number(value)
  }

  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5C:
        guard escape(into: &text) else { return nil }
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into text: inout [UInt8]) -> Bool {
    guard let byte = next else { return false }
    place += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: text.append(byte)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75:
      guard var code = hex() else { return false }
      if (0xD800..<0xDC00).contains(code), bytes[place...].starts(with: [0x5C, 0x75]) {
        place += 2
        guard let low = hex() else { return false }
        code = (0xDC00..<0xE000).contains(low) ? 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      text += Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
    default: return false
    }
    return true
  }

  private mutating func hex() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
    guard digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let code = UInt32(digits, radix: 16) else { return nil }
    place += 4
    return code
  }
}
