/// Finds the coding key type of the standard library's dictionaries, which is not public. Dictionaries are the only
/// maps without an order.
struct DictionaryKey: Encoder {
  static let type: ObjectIdentifier = {
    let scratch = Splice(at: 0, dictionaryKey: ObjectIdentifier(DictionaryKey.self))
    let probe = DictionaryKey(state: scratch.state)
    try? [String: Int]().encode(to: probe)
    return scratch.state.pointee.dictionaryKey
  }()

  let state: UnsafeMutablePointer<EncodeState>

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.pointee.dictionaryKey = ObjectIdentifier(type)
    return WireEncoder(state: state).container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { WireEncoder(state: state).unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { WireEncoder(state: state).singleValueContainer() }
}
