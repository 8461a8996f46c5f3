import Chronology

/// One word, so that `any Encoder` stores it inline.
///
/// All output goes to the state behind the pointer, which outlives all encoders and containers.
struct WireEncoder: Encoder {
  let state: UnsafeMutablePointer<EncodeState>

  var codingPath: [any CodingKey] { [] }
  /// Required by the protocol; always empty.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let map = state.pointee.push(head: state.pointee.openMap(keyedBy: type))
    if let kept = state.pointee.containers?.pointee.find(type, map: map) { return kept.container() }
    return newContainer(keyedBy: type, map)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type, _ map: Int) -> KeyedEncodingContainer<Key> {
    guard let containers = state.pointee.containers else {
      return KeyedEncodingContainer(KeyedWriter<Key>(state: state, map: map, names: nil))
    }
    let container = KeyedEncodingContainer(KeyedWriter<Key>(state: state, map: map, names: .of(type)))
    containers.pointee.keep(container, keyedBy: type, map: map)
    return container
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(state: state, head: state.pointee.openArray())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleWriter(state: state)
  }
}

extension EncodeState {
  /// Begins the map of the value being encoded, or continues it: a class and its superclass share one.
  mutating func openMap<Key>(keyedBy type: Key.Type) -> Int {
    if ObjectIdentifier(type) == dictionaryKey { isUnsorted = true }
    if count == slot {
      append(0xA0)
    } else {
      precondition(base.load(fromByteOffset: slot, as: UInt8.self) >> 5 == 5, "the value has begun as something else")
    }
    return slot
  }

  mutating func openArray() -> Int {
    if count == slot {
      append(0x80)
    } else {
      precondition(base.load(fromByteOffset: slot, as: UInt8.self) >> 5 == 4, "the value has begun as something else")
    }
    return slot
  }
}

extension UnsafeMutablePointer<EncodeState> {
  /// Appends a value of any type.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    if try pointee.appendKnown(value) { return }
    let outer = (slot: pointee.slot, isUnsorted: pointee.isUnsorted, headCount: pointee.headCount)
    pointee.slot = pointee.count
    pointee.isUnsorted = false
    try value.encode(to: WireEncoder(state: self))
    pointee.finishValue()
    pointee.slot = outer.slot
    pointee.isUnsorted = outer.isUnsorted
    pointee.headCount = outer.headCount
  }

  /// Returns a nested encoder for a value that may be encoded after the values that follow it.
  func splice() -> UnsafeMutablePointer<EncodeState> {
    let splice = Splice(at: pointee.count, dictionaryKey: pointee.dictionaryKey)
    pointee.splices.append(splice)
    pointee.hasSplices = true
    return splice.state
  }
}

extension EncodeState {
  /// Writes an empty map for a value that wrote nothing.
  @inline(__always)
  mutating func finishValue() {
    if count == slot { append(0xA0) }
    if isUnsorted { sortEntries() }
  }

  /// Writes a value whose type has a special form on the wire. Types are compared, because a cast would look up
  /// conformances.
  @inline(__always)
  mutating func appendKnown<Value>(_ value: Value) throws -> Bool {
    if Value.self == Instant.self {
      append(0xC1)
      integer(unsafeBitCast(value, to: Instant.self).seconds)
    } else if Value.self == String.self {
      text(unsafeBitCast(value, to: String.self))
    } else if Value.self == Double.self {
      float(unsafeBitCast(value, to: Double.self))
    } else if Value.self == RawCBOR.self {
      try append(unsafeBitCast(value, to: RawCBOR.self))
    } else if Value.self == [UInt8].self {
      bytes(unsafeBitCast(value, to: [UInt8].self))
    } else {
      return false
    }
    return true
  }

  private mutating func bytes(_ value: [UInt8]) {
    head(0x40, UInt64(value.count))
    value.withUnsafeBytes { append($0.baseAddress, count: $0.count) }
  }

  private mutating func append(_ raw: RawCBOR) throws {
    try raw.bytes.withUnsafeBytes { bytes in
      // A malformed item would make the whole frame malformed.
      try CBORCheck.wellFormed(bytes)
      append(bytes.baseAddress, count: bytes.count)
    }
  }
}
