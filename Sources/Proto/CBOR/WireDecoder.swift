import Chronology

/// One word, so that it fits inside an `any Decoder` without an allocation.
struct WireDecoder: Decoder {
  let state: UnsafeMutablePointer<DecodeState>

  var codingPath: [any CodingKey] { [PlaceKey(state.pointee.slot)] }
  /// The protocol's own type; nothing is ever in it.
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
  /// Reads a value of any type; `end` is then where it ends.
  ///
  /// What has a form of its own on the wire is known by its type: comparing types is a compare, where a cast would look
  /// conformances up. The value is returned from here at once, because an optional of a type unknown to the compiler is
  /// looked up too.
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
      // A caller that catches it may try something else at the same place.
      pointee.slot = outer.slot
      pointee.mapCount = outer.mapCount
      throw pointee.located(error, at: place)
    }
  }

  /// A decoder of its own for the value at `place`.
  func branch(at place: Int) -> WireDecoder {
    let branch = DecodeState.make(item: pointee.item, slot: place)
    // In a row behind this one, so that each is freed once, with the first.
    branch.pointee.branches = pointee.branches
    pointee.branches = branch
    return WireDecoder(state: branch)
  }
}
