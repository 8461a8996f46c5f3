struct ShapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let notes: ShapeNotes

  var codingPath: [any CodingKey] { [] }

  /// One sample key, for dictionaries.
  var allKeys: [Key] {
    guard ObjectIdentifier(Key.self) == DictionaryKey.type, let key = Key(stringValue: "key") else { return [] }
    return [key]
  }

  /// A type that asks whether a member exists treats it as optional.
  func contains(_ key: Key) -> Bool {
    let index = notes.index(of: key.stringValue)
    notes.shape.properties[index].isRequired = false
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    let index = notes.index(of: key.stringValue)
    notes.shape.properties[index].shape = notes.shape.properties[index].shape.orNull
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    guard ObjectIdentifier(Key.self) == DictionaryKey.type else { return try notes.member(key.stringValue, type) }
    let values = ShapeNotes()
    defer { notes.shape.additional = [values.shape] }
    return try values.record(type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    _ = contains(key)
    _ = decodeNil(forKey: key)
    return try? decode(type, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(ShapeMembers<NestedKey>(notes: notes))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { ShapeItems(notes: ShapeNotes()) }
  func superDecoder() -> any Decoder { ShapeDecoder(notes: notes) }
  func superDecoder(forKey key: Key) -> any Decoder { ShapeDecoder(notes: ShapeNotes()) }
}
