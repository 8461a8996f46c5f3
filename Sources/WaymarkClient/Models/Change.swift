/// What an edit does to a member that can be without a value: null on the wire is not the same as left out.
public enum Change<Value: Encodable & Sendable & Hashable>: Sendable, Hashable {
  case unchanged
  case cleared
  case set(Value)
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ change: Change<Value>, forKey key: Key) throws {
    switch change {
    case .unchanged: break
    case .cleared: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
