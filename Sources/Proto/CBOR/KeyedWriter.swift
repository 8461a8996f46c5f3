/// Encodes the members of a map and counts them in its head.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: UnsafeMutablePointer<EncodeState>
  /// The index of the map's head.
  let map: Int
  /// The names of the keys, if the container is kept.
  let names: KeyNames?

  /// The place of the map's head.
  @inline(__always)
  var head: Int { state.pointee.heads[map] }

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  func begin(_ key: Key) {
    state.pointee.countUp(at: head)
    if let name = names?.find(key) {
      state.pointee.append(name)
    } else {
      writeName(of: key)
    }
  }

  @inline(never)
  private func writeName(of key: Key) {
    state.pointee.text(key.stringValue)
  }

  @inline(__always)
  func null(_ key: Key) {
    begin(key)
    state.pointee.append(0xF6)
  }

  func encodeNil(forKey key: Key) { null(key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    begin(key)
    try state.encode(value)
  }

  /// Writes null if there is no value: a member is never omitted.
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return null(key) }
    try encode(value, forKey: key)
  }
}

extension KeyedWriter {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    begin(key)
    return WireEncoder(state: state.splice()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return WireEncoder(state: state.splice()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    state.pointee.countUp(at: head)
    state.pointee.text("super")
    return WireEncoder(state: state.splice())
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    return WireEncoder(state: state.splice())
  }
}
