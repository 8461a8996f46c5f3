/// Decodes the members of a map by name.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: UnsafeMutablePointer<DecodeState>
  /// The index of the map's cursor.
  let map: Int
  /// The names of the keys, if the container is kept.
  let names: KeyNames?

  var codingPath: [any CodingKey] { [PlaceKey(state.pointee.maps[map].start)] }

  var allKeys: [Key] {
    let item = state.pointee.item
    let cursor = state.pointee.maps[map]
    var keys: [Key] = []
    var offset = cursor.first
    for _ in 0..<cursor.count {
      if item.byte(offset) >> 5 == 3, let key = Key(stringValue: item.text(at: offset)) { keys.append(key) }
      offset = item.end(at: item.end(at: offset))
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    find(key) >= 0
  }

  /// Returns the place of the value of a key, or −1 if there is none, and moves the cursor to the entry.
  @inline(__always)
  private func find(_ key: Key) -> Int {
    let cursor = state.pointee.maps + map
    if cursor.pointee.passed < cursor.pointee.count, let name = names?.find(key),
      state.pointee.item.matches(name, at: cursor.pointee.next)
    {
      return cursor.pointee.next &+ 1 &+ Int(name[0] & 31)
    }
    return state.pointee.find(key, in: map)
  }

  @inline(__always)
  func place(of key: Key) throws -> Int {
    let place = find(key)
    if place < 0 { throw state.pointee.missing(key, in: map) }
    return place
  }

  /// Returns the place of a value that is not null, or −1 if there is none.
  @inline(__always)
  func placeIfPresent(of key: Key) -> Int {
    let place = find(key)
    if place >= 0 && state.pointee.item.isNull(at: place) {
      state.pointee.advance(map, to: place &+ 1)
      return -1
    }
    return place
  }

  @inline(__always)
  func advance() {
    state.pointee.advance(map, to: state.pointee.end)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let place = try place(of: key)
    guard state.pointee.item.isNull(at: place) else { return false }
    state.pointee.advance(map, to: place + 1)
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try state.decode(type, at: try place(of: key))
    advance()
    return value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.decode(type, at: place)
    advance()
    return value
  }
}

extension KeyedReader {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let nested = try state.pointee.openMap(at: try skip(key))
    return KeyedDecodingContainer(KeyedReader<NestedKey>(state: state, map: nested, names: nil))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(state: state, at: try skip(key))
  }

  func superDecoder() throws -> any Decoder {
    // The type may have no key `super`.
    let places = state.pointee.maps[map]
    let item = state.pointee.item
    var offset = places.first
    for _ in 0..<places.count {
      let value = item.end(at: offset)
      if item.byte(offset) >> 5 == 3, item.text(at: offset) == "super" { return state.branch(at: value) }
      offset = item.end(at: value)
    }
    throw DecodingError.valueNotFound(
      (any Decoder).self, .init(codingPath: codingPath, debugDescription: "is required"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    state.branch(at: try skip(key))
  }

  /// Returns the place of a value for a nested decoder, and moves the cursor past it.
  private func skip(_ key: Key) throws -> Int {
    let place = try place(of: key)
    state.pointee.advance(map, to: state.pointee.item.end(at: place))
    return place
  }
}
