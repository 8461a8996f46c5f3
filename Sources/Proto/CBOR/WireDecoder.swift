import Chronology

/// One word, so that `any Decoder` stores it inline.
struct WireDecoder: Decoder {
  let state: UnsafeMutablePointer<DecodeState>

  var codingPath: [any CodingKey] { [PlaceKey(state.pointee.slot)] }
  /// Required by the protocol; always empty.
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let map = try state.pointee.openMap(at: state.pointee.slot)
    if let kept = state.pointee.containers?.pointee.find(type, map: map) { return kept.container() }
    return newContainer(keyedBy: type, map)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type, _ map: Int) -> KeyedDecodingContainer<Key> {
    guard let containers = state.pointee.containers else {
      return KeyedDecodingContainer(KeyedReader<Key>(state: state, map: map, names: nil))
    }
    let container = KeyedDecodingContainer(KeyedReader<Key>(state: state, map: map, names: .of(type)))
    containers.pointee.keep(container, keyedBy: type, map: map)
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(state: state, at: state.pointee.slot)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleReader(state: state, place: state.pointee.slot)
  }
}

extension UnsafeMutablePointer<DecodeState> {
  /// Decodes a value of any type and sets `end`.
  ///
  /// Types with a special form on the wire are recognised by comparing types, because a cast would look up
  /// conformances. The value is returned directly, because an optional of a generic type needs a metadata look-up too.
  @inline(__always)
  func decode<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
    if type == Instant.self { return unsafeBitCast(try pointee.instant(at: place), to: type) }
    if type == String.self { return unsafeBitCast(try pointee.string(at: place), to: type) }
    if type == Double.self { return unsafeBitCast(try pointee.double(at: place), to: type) }
    if type == RawCBOR.self { return unsafeBitCast(pointee.raw(at: place), to: type) }
    if type == [UInt8].self { return unsafeBitCast(try pointee.bytes(at: place), to: type) }
    return try decodeNested(type, at: place)
  }

  @inline(__always)
  private func decodeNested<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
    let outer = (slot: pointee.slot, mapCount: pointee.mapCount)
    pointee.slot = place
    do {
      let value = try Value(from: WireDecoder(state: self))
      pointee.end = pointee.done.start == place ? pointee.done.end : pointee.item.end(at: place)
      pointee.slot = outer.slot
      pointee.mapCount = outer.mapCount
      return value
    } catch {
      // A caller that catches the error may decode another type at the same place.
      pointee.slot = outer.slot
      pointee.mapCount = outer.mapCount
      throw pointee.located(error, at: place)
    }
  }

  /// Returns a nested decoder for the value at `place`.
  func branch(at place: Int) -> WireDecoder {
    let branch = DecodeState.make(item: pointee.item, slot: place)
    // Linked to this state, so that it is freed with the first one.
    branch.pointee.branches = pointee.branches
    pointee.branches = branch
    return WireDecoder(state: branch)
  }
}
