extension DecodeState {
  /// Decodes an integer; a float without a fraction is one too.
  @inline(__always)
  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) throws -> Value {
    let first = item.byte(place)
    if first < 0x18 {
      end = place &+ 1
      return Value(truncatingIfNeeded: first)
    }
    return try longInteger(type, at: place, first)
  }

  @inline(never)
  @_specialize(where Value == Int)
  @_specialize(where Value == Int64)
  private mutating func longInteger<Value: FixedWidthInteger>(
    _ type: Value.Type, at place: Int, _ first: UInt8
  ) throws -> Value {
    let argument = item.argument(at: place)
    let value: Value?
    switch first >> 5 {
    case 0: value = Value(exactly: argument)
    case 1: value = Int64(exactly: argument).flatMap { Value(exactly: -1 - $0) }
    default:
      guard let float = item.float(at: place) else { throw mismatch(type, "must be a whole number", at: place) }
      guard float == float.rounded(.towardZero) else { throw mismatch(type, "must be a whole number", at: place) }
      value = Value(exactly: float)
    }
    guard let value else { throw mismatch(type, "is out of range", at: place) }
    end = place + item.headBytes(at: place)
    return value
  }

  @inline(__always)
  mutating func double(at place: Int) throws -> Double {
    if item.byte(place) == 0xFB {
      end = place &+ 9
      return Double(bitPattern: UInt64(bigEndian: (item.base + (place &+ 1)).loadUnaligned(as: UInt64.self)))
    }
    return try shortDouble(at: place)
  }

  @inline(never)
  private mutating func shortDouble(at place: Int) throws -> Double {
    let value: Double
    switch item.byte(place) >> 5 {
    case 0: value = Double(item.argument(at: place))
    case 1: value = -1 - Double(item.argument(at: place))
    default:
      guard let float = item.float(at: place) else { throw mismatch(Double.self, "must be a number", at: place) }
      value = float
    }
    end = place + item.headBytes(at: place)
    return value
  }

  /// Decodes the nearest value. Values out of range are infinite only if the double is infinite.
  mutating func float(at place: Int) throws -> Float {
    let value = try double(at: place)
    let float = Float(value)
    guard float.isFinite || !value.isFinite else { throw mismatch(Float.self, "is out of range", at: place) }
    return float
  }

  @inline(__always)
  mutating func bool(at place: Int) throws -> Bool {
    let first = item.byte(place)
    guard first & 0xFE == 0xF4 else { throw mismatch(Bool.self, "must be true or false", at: place) }
    end = place &+ 1
    return first == 0xF5
  }

  @inline(__always)
  mutating func string(at place: Int) throws -> String {
    let first = item.byte(place)
    if first >= 0x60 && first < 0x78 {
      let length = Int(first & 31)
      end = place &+ 1 &+ length
      // A String stores up to 15 bytes inline.
      if length < 16 {
        let base = item.base
        return String(unsafeUninitializedCapacity: length) { text in
          for index in 0..<length { text[index] = base.load(fromByteOffset: place &+ 1 &+ index, as: UInt8.self) }
          return length
        }
      }
      return String(decoding: UnsafeRawBufferPointer(start: item.base + (place &+ 1), count: length), as: UTF8.self)
    }
    return try longString(at: place)
  }

  @inline(never)
  private mutating func longString(at place: Int) throws -> String {
    let first = item.byte(place)
    guard first >> 5 == 3 else { throw mismatch(String.self, "must be a string", at: place) }
    end = item.end(at: place)
    if first == 0x7F { return item.text(at: place) }
    let start = place + item.headBytes(at: place)
    return String(decoding: UnsafeRawBufferPointer(start: item.base + start, count: end - start), as: UTF8.self)
  }

  mutating func bytes(at place: Int) throws -> [UInt8] {
    guard item.byte(place) >> 5 == 2 else { throw mismatch([UInt8].self, "must be bytes", at: place) }
    end = item.end(at: place)
    return item.pieces(at: place)
  }

  mutating func raw(at place: Int) -> RawCBOR {
    end = item.end(at: place)
    return RawCBOR(bytes: Array(UnsafeRawBufferPointer(start: item.base + place, count: end - place)))
  }
}
