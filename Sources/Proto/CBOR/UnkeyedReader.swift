/// Decodes the items of an array in order. Three words, so that an existential stores it inline.
struct UnkeyedReader: UnkeyedDecodingContainer {
  let state: UnsafeMutablePointer<DecodeState>
  private let start: UInt32
  private var next: UInt32
  private var passed: UInt32 = 0
  private let size: UInt32

  init(state: UnsafeMutablePointer<DecodeState>, at place: Int) throws {
    let item = state.pointee.item
    let head = item.byte(place)
    guard head >> 5 == 4 else { throw state.pointee.mismatch([String].self, "must be an array", at: place) }
    let first = place + item.headBytes(at: place)
    let count = head == 0x9F ? state.pointee.countItems(from: first) : Int(item.argument(at: place))
    self.state = state
    // The decoder accepts no more bytes than these offsets can address.
    start = UInt32(truncatingIfNeeded: place)
    next = UInt32(truncatingIfNeeded: first)
    size = UInt32(truncatingIfNeeded: count)
    if size == 0 { finish() }
  }

  var codingPath: [any CodingKey] { [PlaceKey(Int(start))] }
  var count: Int? { Int(size) }
  var currentIndex: Int { Int(passed) }
  var isAtEnd: Bool { passed == size }

  @inline(__always)
  private func place() throws -> Int {
    if isAtEnd { throw noMore() }
    return Int(next)
  }

  private func noMore() -> DecodingError {
    let path: [any CodingKey] = codingPath + [IndexKey(currentIndex)]
    return .valueNotFound(String.self, .init(codingPath: path, debugDescription: "is required"))
  }

  @inline(__always)
  private mutating func advance() {
    next = UInt32(truncatingIfNeeded: state.pointee.end)
    passed &+= 1
    if passed == size { finish() }
  }

  private func finish() {
    let isIndefinite = state.pointee.item.byte(Int(start)) == 0x9F
    state.pointee.done = (Int(start), Int(next) + (isIndefinite ? 1 : 0))
  }

  mutating func decodeNil() throws -> Bool {
    let place = try place()
    guard state.pointee.item.isNull(at: place) else { return false }
    state.pointee.end = place + 1
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try state.decode(type, at: try place())
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let nested = try state.pointee.openMap(at: try place())
    try skip()
    return KeyedDecodingContainer(KeyedReader<NestedKey>(state: state, map: nested, names: nil))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let nested = try UnkeyedReader(state: state, at: try place())
    try skip()
    return nested
  }

  mutating func superDecoder() throws -> any Decoder {
    let branch = state.branch(at: try place())
    try skip()
    return branch
  }

  private mutating func skip() throws {
    state.pointee.end = state.pointee.item.end(at: try place())
    advance()
  }
}

extension UnkeyedReader {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let place = try place()
    let value = try state.pointee.bool(at: place)
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let place = try place()
    let value = try state.pointee.string(at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let place = try place()
    let value = try state.pointee.double(at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let place = try place()
    let value = try state.pointee.float(at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let place = try place()
    let value = try state.pointee.integer(Int.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let place = try place()
    let value = try state.pointee.integer(Int8.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let place = try place()
    let value = try state.pointee.integer(Int16.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let place = try place()
    let value = try state.pointee.integer(Int32.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let place = try place()
    let value = try state.pointee.integer(Int64.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let place = try place()
    let value = try state.pointee.integer(UInt.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let place = try place()
    let value = try state.pointee.integer(UInt8.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let place = try place()
    let value = try state.pointee.integer(UInt16.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let place = try place()
    let value = try state.pointee.integer(UInt32.self, at: place)
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let place = try place()
    let value = try state.pointee.integer(UInt64.self, at: place)
    advance()
    return value
  }
}
